package dev.pawl.run;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The status and state of a run, how it will end if that is decided, and what it returns to if it
/// is paused or parked.
///
/// `pausing` means that an operator requested a pause while an attempt executes or the run is
/// parked. `held` is the previous status of a paused or parked run, or null if the run enters its
/// state again; `reason` says why it is parked; `permits` are the permits that it waits for or
/// holds.
public record Condition(
        RunStatus status,
        String state,
        @Nullable RunEnd ending,
        boolean pausing,
        @Nullable RunStatus held,
        @Nullable String reason,
        @Nullable PermitNeed permits) {

    /// Creates a condition without permits.
    public Condition(
            RunStatus status,
            String state,
            @Nullable RunEnd ending,
            boolean pausing,
            @Nullable RunStatus held,
            @Nullable String reason) {
        this(status, state, ending, pausing, held, reason, null);
    }

    /// Returns the condition of a run in `state` that is neither held nor ending.
    public static Condition of(RunStatus status, String state) {
        return new Condition(status, state, null, false, null, null);
    }

    /// Returns this condition with another status and state, no longer held. Only a run that
    /// executes in the same state keeps its permits.
    public Condition at(RunStatus next, String nextState) {
        boolean stays = nextState.equals(state);
        PermitNeed kept = stays && next == RunStatus.RUNNING ? permits : null;
        boolean same = stays && next == status && held == null && reason == null;
        if (same && Objects.equals(kept, permits)) return this;
        return new Condition(next, nextState, ending, pausing, null, null, kept);
    }

    /// Returns this condition with other permits, or with none.
    public Condition with(@Nullable PermitNeed other) {
        if (Objects.equals(other, permits)) return this;
        return new Condition(status, state, ending, pausing, held, reason, other);
    }

    /// Returns this condition after its state was renamed.
    public Condition in(String otherState) {
        return new Condition(status, otherState, ending, pausing, held, reason, permits);
    }

    /// Returns this condition with its end decided, which drops a requested pause.
    public Condition endingAs(RunEnd end) {
        return new Condition(status, state, end, false, held, reason, permits);
    }

    /// Returns this condition with a pause requested, or not.
    public Condition pausing(boolean requested) {
        if (requested == pausing) return this;
        return new Condition(status, state, ending, requested, held, reason, permits);
    }

    /// Returns this held condition with another status to return to.
    public Condition holding(@Nullable RunStatus other) {
        return new Condition(status, state, ending, pausing, other, reason, permits);
    }

    /// Returns this condition paused or parked, for the reason `why`. A paused run that is parked
    /// is paused again afterwards.
    public Condition heldAs(RunStatus next, @Nullable String why) {
        boolean isHeld = status == RunStatus.PAUSED || status == RunStatus.PARKED;
        boolean pauses = next == RunStatus.PARKED && (pausing || status == RunStatus.PAUSED);
        return new Condition(next, state, ending, pauses, isHeld ? held : status, why);
    }
}
