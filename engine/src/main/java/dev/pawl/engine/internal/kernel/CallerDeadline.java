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

    /// Waits for a while, or until the deadline.
    public void pause(Duration time) {
        try {
            boolean raised = await(new Signal(), kernel.now().plus(time));
            assert !raised;
        } catch (InterruptedException _) {
            // Nothing depends on the length of the pause.
        }
    }

    /// Waits until the signal is raised, until `again`, or until the deadline; returns whether the
    /// signal was raised.
    public boolean await(Signal signal, Instant again) throws InterruptedException {
        Instant start = kernel.now();
        Instant end = until.equals(Instant.MAX) ? until : start.plus(left);
        Instant first = again.isBefore(end) ? again : end;
        boolean raised = kernel.host.await(signal, first);
        Duration longest = Duration.between(start, first);
        Duration shown = Duration.between(start, kernel.now());
        // A wait without a signal took its whole time, whatever the clock shows.
        if (!raised) left = left.minus(longest);
        else if (!shown.isNegative() && shown.compareTo(longest) < 0) left = left.minus(shown);
        return raised;
    }
}
