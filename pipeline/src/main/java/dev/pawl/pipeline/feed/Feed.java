package dev.pawl.pipeline.feed;

import dev.pawl.machine.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// A source of items that a pipeline loads: how to partition and page it, and where its rows go.
///
/// `plan`, `fetch`, `count`, `changes` and `split` make requests, each through [FeedCalls]; they
/// may be called again after an error or a crash. What gets a [Transaction] writes the feed's own
/// tables, and commits together with the run's transition or not at all. Several threads call a
/// feed at once.
public interface Feed {
    /// The name of the feed; its watermark and its one active run are kept under it.
    String name();

    /// Divides the window into partitions that together cover it.
    PartitionPlan plan(Window window, FeedCalls calls) throws Exception;

    /// Reads one page. The items of a partition have a fixed order: while others come and go, two
    /// items that stay keep theirs.
    FetchedPage fetch(PageRequest page, FeedCalls calls) throws Exception;

    /// Stores the rows of a page. An item that is unchanged since it was consolidated must not be
    /// consolidated again.
    PageResult write(Transaction tx, PageWrite page);

    /// Returns the largest page that the source serves. Default: any.
    default int pageMax() {
        return Integer.MAX_VALUE;
    }

    /// Counts the items of a partition when its last page was read: those that have not changed
    /// since the window ended. The partition must have returned at least as many.
    long count(Partition partition, Window window, FeedCalls calls) throws Exception;

    /// Returns a partition of all items that have changed since the window ended, asked when all
    /// partitions are read; empty if there are none. An item that moves from a partition that is
    /// not read to one that is would be missed without it. Default: items do not move between
    /// partitions.
    default Optional<Partition> changes(Window window, FeedCalls calls) throws Exception {
        return Optional.empty();
    }

    /// Divides the part of a partition that lies behind `at`; the answer is empty if it cannot be
    /// divided. The parts must cover every item that the pages before `at` have not returned.
    default List<Partition> split(PageRequest at, FeedCalls calls) throws Exception {
        return List.of();
    }

    /// Claims up to `claim.limit()` rows that the run has seen and no other claim holds, for this
    /// claim alone.
    void claim(Transaction tx, BatchClaim claim);

    /// Reads and maps the rows of a claim, outside of a transaction. A batch without rows means
    /// that none are left.
    PreparedBatch prepare(RowQuery tables, BatchClaim claim) throws Exception;

    /// Halves a claim whose batch the database refused for `reason`; the rows of the other half are
    /// no longer claimed. A row that is alone is quarantined with the reason. Returns how many rows
    /// were quarantined: 0 or 1. Default: refuses, and the batch fails.
    default long halve(Transaction tx, BatchClaim claim, String reason) {
        throw new IllegalStateException(reason);
    }

    /// Returns the rows of a claim whose consolidator has ended.
    void release(Transaction tx, BatchClaim claim);

    /// Returns how many rows of a run are not consolidated: claimed or not.
    long pending(RowQuery tables, UUID run);

    /// Counts the results of a run's items from the feed's own tables, after all are consolidated.
    /// Without an answer, the sums of what pages and batches reported are used; a feed whose
    /// partitions overlap, or whose items move between pages, must count.
    default Optional<ItemCounts> counts(RowQuery tables, UUID run) {
        return Optional.empty();
    }

    /// Returns what [#remove] would remove now.
    RemovalPreview removable(RowQuery tables, RemovalRequest request);

    /// Removes the items that a complete full run has not seen, and returns how many.
    long remove(Transaction tx, RemovalRequest request);

    /// Deletes rows that are no longer needed and were last seen before `before`.
    default void prune(Transaction tx, Instant before) {}
}
