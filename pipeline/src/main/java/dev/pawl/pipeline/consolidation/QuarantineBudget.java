package dev.pawl.pipeline.consolidation;

import dev.pawl.pipeline.feed.RowQuery;
import java.util.UUID;

/// How many of the unique items of a run its consolidators have quarantined so far.
record QuarantineBudget(long quarantined, long unique) {
    static QuarantineBudget of(RowQuery tables, UUID run) {
        return tables.query(
                        "select (select coalesce(sum(quarantined), 0) from pipeline_consolidators"
                                + " where run_id = ?), (select coalesce(sum(unique_items), 0)"
                                + " from pipeline_partitions where run_id = ?)",
                        row -> new QuarantineBudget(row.number(1), row.number(2)),
                        run,
                        run)
                .getFirst();
    }
}
