package dev.pawl.controller.pace;

/// The wake-ups of one object, coalesced: one evaluation at a time, and exactly one more after it
/// if any wake-up came meanwhile. Not thread-safe.
///
/// Methods return whether the object must be put into the line of objects to evaluate.
public final class WakeUps {
    private Phase phase = Phase.IDLE;
    private boolean again;

    public Phase phase() {
        return phase;
    }

    /// Something may have changed.
    public boolean wake() {
        if (phase == Phase.IDLE) {
            phase = Phase.QUEUED;
            return true;
        }
        if (phase != Phase.QUEUED) again = true;
        return false;
    }

    /// The evaluation starts; false if the object is no longer in line, because its run moved.
    public boolean take() {
        if (phase != Phase.QUEUED) return false;
        phase = Phase.EVALUATING;
        return true;
    }

    /// The evaluation has found nothing to do.
    public boolean quiet() {
        if (phase != Phase.EVALUATING) return false;
        phase = Phase.IDLE;
        return again();
    }

    /// The object's run decides and acts, after an evaluation or by itself.
    public void busy() {
        if (phase == Phase.QUEUED) again = true;
        phase = Phase.BUSY;
    }

    /// The object's run waits again.
    public boolean settled(boolean hasActed) {
        if (phase != Phase.BUSY) return false;
        phase = Phase.IDLE;
        again |= hasActed;
        return again();
    }

    private boolean again() {
        if (!again) return false;
        again = false;
        phase = Phase.QUEUED;
        return true;
    }

    /// What happens to the object at present.
    public enum Phase {
        /// Nothing.
        IDLE,
        /// It waits for its evaluation.
        QUEUED,
        /// It is evaluated in memory.
        EVALUATING,
        /// Its run decides and acts.
        BUSY
    }
}
