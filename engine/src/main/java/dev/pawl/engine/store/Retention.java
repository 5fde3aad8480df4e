package dev.pawl.engine.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Which ended runs of a machine are deleted: those that ended before a time, and the oldest beyond
/// a count. Null sets no limit.
///
/// A run that a live run refers to is kept: a child of a live parent, which may read its result,
/// and a predecessor of a live run. At most [#SPARED_MAX] runs of a machine are kept for that
/// reason, so that a parent that runs for months does not fill the store; the oldest beyond that
/// are deleted.
public record Retention(String machine, @Nullable Instant endedBefore, @Nullable Long keep) {
    /// The same number as the children that a body can list.
    public static final int SPARED_MAX = 100_000;
}
