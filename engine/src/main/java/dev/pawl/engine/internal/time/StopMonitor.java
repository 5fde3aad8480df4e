package dev.pawl.engine.internal.time;

import dev.pawl.engine.EngineEvent;
import dev.pawl.engine.Limits;
import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.engine.internal.kernel.LiveRun;
import dev.pawl.engine.internal.kernel.RunningAttempt;
import dev.pawl.run.Run;
import java.time.Duration;
import java.time.Instant;

/// Asks bodies to stop, and reports those that do not.
public record StopMonitor(Kernel kernel, Timers timers) {

    /// Asks the body of a run to stop because its permits were revoked. They come back when the
    /// body has stopped, and not before.
    public void revoke(LiveRun live) {
        RunningAttempt running = live.running;
        Run run = live.run;
        if (running != null && run != null) stop(run, running, RunningAttempt.Cause.REVOKED);
    }

    /// Asks a body to stop, and checks that after a while.
    public void stop(Run run, RunningAttempt running, RunningAttempt.Cause cause) {
        running.stop(cause, kernel.now());
        timers.alarm(kernel.now().plus(Limits.STUCK_AFTER), () -> look(run, running));
    }

    private void look(Run run, RunningAttempt running) {
        Instant since = running.ignoringSince();
        if (since == null) return;
        Duration time = Duration.between(since, kernel.now());
        kernel.publish(new EngineEvent.BodyStuck(run.id(), run.state(), time));
    }
}
