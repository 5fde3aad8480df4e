package dev.pawl.run;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a run relates to others: its parent, the run it follows by order, the run of the same key
/// that it stands behind, and the run that it came from.
public record Links(
        @Nullable RunId parent,
        @Nullable After after,
        @Nullable After behind,
        @Nullable RunId cause) {
    /// No relation to any run.
    public static final Links NONE = new Links(null, null, null, null);

    /// Returns the runs that must have ended before this one starts.
    public List<After> predecessors() {
        List<After> all = new ArrayList<>(2);
        if (after != null) all.add(after);
        if (behind != null) all.add(behind);
        return all;
    }

    /// Returns the same relations with another parent.
    public Links withParent(@Nullable RunId other) {
        return new Links(other, after, behind, cause);
    }

    /// Returns the same relations, standing behind a run of the same key.
    public Links withBehind(RunId other) {
        return new Links(parent, after, new After(other, After.On.ANY_END), cause);
    }
}
