package dev.pawl.engine.internal.kernel;

import dev.pawl.engine.Signal;
import java.time.Duration;
import java.time.Instant;

/// How long a caller still waits for something that it looks for again and again.
///
/// A clock that jumps ahead ends the wait, and one that jumps back does not prolong it.
public final class CallerDeadline {
    private final Kernel kernel;
    private final Instant until;
    private Duration left;

    public CallerDeadline(Kernel kernel, Instant until) {
        this.kernel = kernel;
        this.until = until;
        this.left = Duration.between(kernel.now(), until);
    }

    public boolean isOver() {
        return !left.isPositive() || !kernel.now().isBefore(until);
    }

    /// Waits until the signal is raised or until the deadline; returns whether it was raised.
    public boolean await(Signal signal) throws InterruptedException {
        return await(signal, until);
    }

    /// Waits until the signal is raised or until the deadline, however often the task is
    /// interrupted; returns whether it was raised.
    public boolean awaitUninterruptibly(Signal signal) {
        Wait wait = wait(until);
        return counted(wait, kernel.host.awaitUninterruptibly(signal, wait.end()));
    }

    /// Waits for a while, or until the deadline.
    public void pause(Duration time) {
        Wait wait = wait(kernel.now().plus(time));
        boolean raised = counted(wait, kernel.host.awaitUninterruptibly(new Signal(), wait.end()));
        assert !raised;
    }

    /// Waits until the signal is raised, until `again`, or until the deadline; returns whether the
    /// signal was raised.
    public boolean await(Signal signal, Instant again) throws InterruptedException {
        Wait wait = wait(again);
        return counted(wait, kernel.host.await(signal, wait.end()));
    }

    private Wait wait(Instant again) {
        Instant start = kernel.now();
        Instant end = until.equals(Instant.MAX) ? until : start.plus(left);
        return new Wait(start, again.isBefore(end) ? again : end);
    }

    private boolean counted(Wait wait, boolean raised) {
        Duration longest = Duration.between(wait.start(), wait.end());
        Duration shown = Duration.between(wait.start(), kernel.now());
        // A wait without a signal took its whole time, whatever the clock shows.
        if (!raised) left = left.minus(longest);
        else if (!shown.isNegative() && shown.compareTo(longest) < 0) left = left.minus(shown);
        return raised;
    }

    /// One wait, by the clock as it was at its start.
    private record Wait(Instant start, Instant end) {}
}
