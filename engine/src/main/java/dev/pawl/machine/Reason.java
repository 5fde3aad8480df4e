package dev.pawl.machine;

import dev.pawl.run.Failure;
import org.jspecify.annotations.Nullable;

/// The reason that is recorded with an outcome.
final class Reason {
    private Reason() {}

    /// Returns the reason, bounded like the message of a failure. Null is accepted because many
    /// errors have no message, so `fail(e.getMessage())` must work.
    static String of(@Nullable String given) {
        return given == null ? "no reason given" : Failure.of("reason", given).message();
    }
}
