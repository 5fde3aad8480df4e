package dev.pawl.run;

/// A run that must end before another one starts, and how it must end.
public record Predecessor(RunId run, On on) {

    /// Returns whether a predecessor that ended as `status` lets the follower start.
    public boolean isMetBy(RunStatus status) {
        return switch (on) {
            case SUCCESS -> status == RunStatus.COMPLETED;
            case FAILURE -> status != RunStatus.COMPLETED;
            case ANY_END -> true;
        };
    }

    /// The condition on the predecessor's end.
    public enum On {
        SUCCESS,
        FAILURE,
        ANY_END
    }
}
