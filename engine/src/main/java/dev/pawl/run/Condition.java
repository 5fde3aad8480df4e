package dev.pawl.run;

import org.jspecify.annotations.Nullable;

/// Where a run stands: its status and state, how it will end if that is decided, and what it goes
/// back to if it is held.
///
/// `pausing` means that an operator asked for a pause while an attempt is in flight or the run is
/// parked; `held` is the status that a paused or parked run had before, or null if it enters its
/// state anew; `reason` says why it is parked.
public record Condition(
        RunStatus status,
        String state,
        @Nullable RunEnd ending,
        boolean pausing,
        @Nullable RunStatus held,
        @Nullable String reason) {

    /// Returns the plain condition of a run in `state`.
    public static Condition of(RunStatus status, String state) {
        return new Condition(status, state, null, false, null, null);
    }

    /// Returns this condition with another status and state, nothing held.
    public Condition at(RunStatus next, String nextState) {
        return new Condition(next, nextState, ending, pausing, null, null);
    }

    /// Returns this condition in a state that goes by another name.
    public Condition in(String otherState) {
        return new Condition(status, otherState, ending, pausing, held, reason);
    }

    /// Returns this condition with its end decided.
    public Condition endingAs(RunEnd end) {
        return new Condition(status, state, end, pausing, held, reason);
    }

    /// Returns this condition with a pause asked for, or no longer.
    public Condition pausing(boolean asked) {
        return new Condition(status, state, ending, asked, held, reason);
    }

    /// Returns this held condition with another status to go back to.
    public Condition holding(@Nullable RunStatus other) {
        return new Condition(status, state, ending, pausing, other, reason);
    }

    /// Returns this condition held as `next` (paused or parked) for `why`. A pause outlives being
    /// parked.
    public Condition heldAs(RunStatus next, @Nullable String why) {
        boolean isHeld = status == RunStatus.PAUSED || status == RunStatus.PARKED;
        boolean pauses = next == RunStatus.PARKED && (pausing || status == RunStatus.PAUSED);
        return new Condition(next, state, ending, pauses, isHeld ? held : status, why);
    }
}
