package dev.pawl.engine;

import dev.pawl.run.Run;
import java.time.Duration;
import java.time.Instant;

/// Looks after bodies that were asked to stop, and reports those that go on.
record Watch(Kernel kernel, Timers timers) {

    /// Asks a body to stop, and looks again after a while.
    void stop(Run run, Flight flight, Flight.Cause cause) {
        flight.stop(cause, kernel.now());
        timers.alarm(kernel.now().plus(Limits.STUCK_AFTER), () -> look(run, flight));
    }

    private void look(Run run, Flight flight) {
        Instant since = flight.ignoringSince();
        if (since == null) return;
        Duration time = Duration.between(since, kernel.now());
        kernel.tell(new Happening.BodyStuck(run.id(), run.state(), time));
    }
}
