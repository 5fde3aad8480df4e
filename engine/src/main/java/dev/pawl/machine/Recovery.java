package dev.pawl.machine;

import org.jspecify.annotations.Nullable;

/// A state's recovery contract: what it leaves behind, and what happens when the process died in
/// it.
///
/// `persists` and `note` are words for the contract table. After `crashesMax` deaths of the process
/// in the same visit the run is parked: the state may be what kills it.
public record Recovery(
        Action action, String persists, String note, @Nullable String target, int crashesMax) {
    private static final int CRASHES = 3;

    public Recovery {
        if (crashesMax < 1) {
            throw new IllegalArgumentException("crashes are 1 or more, not " + crashesMax);
        }
    }

    /// The body is executed again: it is idempotent.
    public static Recovery retry() {
        return of(Action.RETRY);
    }

    /// The body is executed again and goes on where it was, by its context or recorded results.
    public static Recovery resume() {
        return of(Action.RESUME);
    }

    /// A probe looks whether the work is done; if so the state is left, otherwise executed again.
    public static Recovery skip() {
        return of(Action.SKIP);
    }

    /// What was half done is removed, and the run goes back to `target`.
    public static Recovery cleanup(String target) {
        return new Recovery(Action.CLEANUP, "", "", target, CRASHES);
    }

    /// A probe looks at what is there and decides.
    public static Recovery validate() {
        return of(Action.VALIDATE);
    }

    private static Recovery of(Action action) {
        return new Recovery(action, "", "", null, CRASHES);
    }

    /// Returns this contract with the words for what the state persists.
    public Recovery persists(String words) {
        return new Recovery(action, words, note, target, crashesMax);
    }

    /// Returns this contract with a note.
    public Recovery note(String words) {
        return new Recovery(action, persists, words, target, crashesMax);
    }

    /// Returns this contract with another bound on deaths of the process.
    public Recovery crashes(int max) {
        return new Recovery(action, persists, note, target, max);
    }

    /// What happens after a crash.
    public enum Action {
        RETRY,
        RESUME,
        SKIP,
        CLEANUP,
        VALIDATE;

        /// Returns whether this action needs a body of its own.
        boolean needsBody() {
            return this == SKIP || this == CLEANUP || this == VALIDATE;
        }
    }
}
