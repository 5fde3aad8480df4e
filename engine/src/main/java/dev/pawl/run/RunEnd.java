package dev.pawl.run;

import org.jspecify.annotations.Nullable;

/// How a run ends, or will end once its cleanup is done.
public record RunEnd(RunStatus status, @Nullable Failure failure) {
    /// The end of a run that completed.
    public static final RunEnd COMPLETED = new RunEnd(RunStatus.COMPLETED, null);

    public RunEnd {
        if (!status.isEnd())
            throw new IllegalArgumentException("expected an end status, found " + status);
    }

    /// Returns an end with its reason.
    public static RunEnd of(RunStatus status, String type, String message) {
        return new RunEnd(status, Failure.of(type, message));
    }
}
