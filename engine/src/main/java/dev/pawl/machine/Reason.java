package dev.pawl.machine;

import dev.pawl.run.Failure;
import org.jspecify.annotations.Nullable;

/// The reason of an outcome as it is recorded.
final class Reason {
    private Reason() {}

    /// Returns a reason that is bounded like the message of a failure, and never null: many errors
    /// have no message, so `fail(e.getMessage())` must work.
    static String of(@Nullable String given) {
        return given == null ? "no reason given" : Failure.of("reason", given).message();
    }
}
