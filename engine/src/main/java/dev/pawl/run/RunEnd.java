package dev.pawl.run;

import org.jspecify.annotations.Nullable;

/// How a run ends, or will end once its cleanup is done.
public record RunEnd(RunStatus status, @Nullable Failure failure) {
    /// The end with a result.
    public static final RunEnd COMPLETED = new RunEnd(RunStatus.COMPLETED, null);

    public RunEnd {
        if (!status.isEnd()) throw new IllegalArgumentException(status + " is not an end");
    }

    /// Returns an end with its reason.
    public static RunEnd of(RunStatus status, String type, String message) {
        return new RunEnd(status, Failure.of(type, message));
    }
}
