package dev.pawl.run;

/// The run that another one follows, and how it must have ended.
public record After(RunId run, On on) {

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
