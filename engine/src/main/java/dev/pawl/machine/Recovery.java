package dev.pawl.machine;

import org.jspecify.annotations.Nullable;

/// A state's recovery contract: what the state persists, and what the engine does if the process
/// crashed in it.
///
/// `persists` and `note` are texts for the contract table. After `crashesMax` crashes in the same
/// visit, or in visits that a recovery ended, the run is parked, because the state itself may be
/// what crashes the process.
public record Recovery(
        Action action, String persists, String note, @Nullable String target, int crashesMax) {
    private static final int CRASHES = 3;

    public Recovery {
        if (crashesMax < 1) {
            throw new IllegalArgumentException("expected 1 or more crashes, found " + crashesMax);
        }
    }

    /// Executes the body again; it must be idempotent.
    public static Recovery repeatBody() {
        return of(Action.RETRY);
    }

    /// Executes the body again; it resumes from its context or its recorded results.
    public static Recovery resumeBody() {
        return of(Action.RESUME);
    }

    /// Executes a recovery body that checks whether the work is done: it returns `next(…)` to skip
    /// the state, or `executeBody()`.
    public static Recovery skipIfDone() {
        return of(Action.SKIP);
    }

    /// Executes a recovery body that removes partial work and returns `goTo(target)`.
    public static Recovery cleanUpAndGoTo(String target) {
        return new Recovery(Action.CLEANUP, "", "", target, CRASHES);
    }

    /// Executes a recovery body that removes partial work and returns `goTo(target)`.
    public static Recovery cleanUpAndGoTo(Enum<?> target) {
        return cleanUpAndGoTo(StateName.of(target));
    }

    /// Executes a recovery body that examines what is there and returns any outcome.
    public static Recovery validateAndDecide() {
        return of(Action.VALIDATE);
    }

    private static Recovery of(Action action) {
        return new Recovery(action, "", "", null, CRASHES);
    }

    /// Returns this contract with a text about what the state persists.
    public Recovery persists(String text) {
        return new Recovery(action, text, note, target, crashesMax);
    }

    /// Returns this contract with a note.
    public Recovery note(String text) {
        return new Recovery(action, persists, text, target, crashesMax);
    }

    /// Returns this contract with another limit on crashes in the state. Default: 3.
    public Recovery crashes(int max) {
        return new Recovery(action, persists, note, target, max);
    }

    /// What the engine does after a crash.
    public enum Action {
        RETRY,
        RESUME,
        SKIP,
        CLEANUP,
        VALIDATE;

        /// Returns whether this action needs a recovery body.
        boolean needsBody() {
            return this == SKIP || this == CLEANUP || this == VALIDATE;
        }
    }
}
