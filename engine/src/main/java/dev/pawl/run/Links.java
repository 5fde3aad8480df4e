package dev.pawl.run;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A run's relations to other runs: its parent, the run that its start names as predecessor, the
/// run of the same key that it queues behind, and the run that caused it.
public record Links(
        @Nullable RunId parent,
        @Nullable Predecessor after,
        @Nullable Predecessor behind,
        @Nullable RunId cause) {
    /// No relations.
    public static final Links NONE = new Links(null, null, null, null);

    /// Returns the runs that must end before this one starts.
    public List<Predecessor> predecessors() {
        if (after == null && behind == null) return List.of();
        List<Predecessor> all = new ArrayList<>(2);
        if (after != null) all.add(after);
        if (behind != null) all.add(behind);
        return all;
    }

    /// Returns these relations with another parent.
    public Links withParent(@Nullable RunId other) {
        return new Links(other, after, behind, cause);
    }

    /// Returns these relations, queued behind a run of the same key.
    public Links withBehind(RunId other) {
        return new Links(parent, after, new Predecessor(other, Predecessor.On.ANY_END), cause);
    }
}
