package dev.pawl.pipeline.consolidation;

import dev.pawl.machine.Transaction;
import dev.pawl.pipeline.feed.BatchResult;
import dev.pawl.pipeline.table.SqlTimes;
import java.time.Instant;
import java.util.UUID;

/// Writes the row of one consolidator.
final class ConsolidatorTable {
    private final Transaction tx;
    private final UUID run;
    private final int number;
    private final Instant now;

    ConsolidatorTable(Transaction tx, UUID run, int number, Instant now) {
        this.tx = tx;
        this.run = run;
        this.number = number;
        this.now = now;
    }

    /// Creates the row, or continues that of an earlier consolidator of the same number.
    void create() {
        tx.update(
                "insert into pipeline_consolidators (run_id, consolidator, updated_at)"
                        + " values (?, ?, ?) on conflict (run_id, consolidator)"
                        + " do update set error_message = null",
                run,
                number,
                SqlTimes.text(now));
    }

    void add(BatchResult result) {
        tx.update(
                "update pipeline_consolidators set batches = batches + 1, inserted = inserted + ?,"
                        + " updated = updated + ?, unchanged = unchanged + ?,"
                        + " quarantined = quarantined + ?, error_message = null, updated_at = ?"
                        + " where run_id = ? and consolidator = ?",
                result.inserted(),
                result.updated(),
                result.unchanged(),
                result.quarantined(),
                SqlTimes.text(now),
                run,
                number);
    }

    void note(String error) {
        tx.update(
                "update pipeline_consolidators set error_message = ?"
                        + " where run_id = ? and consolidator = ?",
                error,
                run,
                number);
    }
}
