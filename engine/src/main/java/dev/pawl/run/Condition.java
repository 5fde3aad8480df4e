package dev.pawl.run;

import org.jspecify.annotations.Nullable;

/// Where a run stands: its status and state, how it will end if that is decided, and what it goes
/// back to if it is held.
///
/// `pausing` means that an operator asked for a pause while an attempt is in flight or the run is
/// parked; `held` is the status that a paused or parked run had before, or null if it enters its
/// state again; `reason` says why it is parked; `permits` are those that it waits for or holds.
public record Condition(
        RunStatus status,
        String state,
        @Nullable RunEnd ending,
        boolean pausing,
        @Nullable RunStatus held,
        @Nullable String reason,
        @Nullable PermitNeed permits) {

    /// Makes a condition without permits.
    public Condition(
            RunStatus status,
            String state,
            @Nullable RunEnd ending,
            boolean pausing,
            @Nullable RunStatus held,
            @Nullable String reason) {
        this(status, state, ending, pausing, held, reason, null);
    }

    /// Returns the plain condition of a run in `state`.
    public static Condition of(RunStatus status, String state) {
        return new Condition(status, state, null, false, null, null);
    }

    /// Returns this condition with another status and state, nothing held. Permits that were waited
    /// for or held stay only with a run that executes in the same state.
    public Condition at(RunStatus next, String nextState) {
        boolean keeps = next == RunStatus.RUNNING && nextState.equals(state);
        return new Condition(next, nextState, ending, pausing, null, null, keeps ? permits : null);
    }

    /// Returns this condition with other permits, or without any.
    public Condition with(@Nullable PermitNeed other) {
        return new Condition(status, state, ending, pausing, held, reason, other);
    }

    /// Returns this condition in a state that goes by another name.
    public Condition in(String otherState) {
        return new Condition(status, otherState, ending, pausing, held, reason, permits);
    }

    /// Returns this condition with its end decided.
    public Condition endingAs(RunEnd end) {
        return new Condition(status, state, end, pausing, held, reason, permits);
    }

    /// Returns this condition with a pause asked for, or no longer.
    public Condition pausing(boolean asked) {
        return new Condition(status, state, ending, asked, held, reason, permits);
    }

    /// Returns this held condition with another status to go back to.
    public Condition holding(@Nullable RunStatus other) {
        return new Condition(status, state, ending, pausing, other, reason, permits);
    }

    /// Returns this condition held as `next` (paused or parked) for `why`. A pause outlives being
    /// parked.
    public Condition heldAs(RunStatus next, @Nullable String why) {
        boolean isHeld = status == RunStatus.PAUSED || status == RunStatus.PARKED;
        boolean pauses = next == RunStatus.PARKED && (pausing || status == RunStatus.PAUSED);
        return new Condition(next, state, ending, pauses, isHeld ? held : status, why);
    }
}
