package dev.pawl.run;

import org.jspecify.annotations.Nullable;

/// How a run relates to others: its parent, the run it follows, and the run that it came from.
public record Links(@Nullable RunId parent, @Nullable After after, @Nullable RunId cause) {
    /// No relation to any run.
    public static final Links NONE = new Links(null, null, null);
}
