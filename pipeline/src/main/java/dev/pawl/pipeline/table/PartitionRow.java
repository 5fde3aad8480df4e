package dev.pawl.pipeline.table;

import dev.pawl.machine.Transaction;
import dev.pawl.pipeline.feed.Partition;
import dev.pawl.pipeline.feed.RowQuery;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A partition as the tables have it. `status` is that of its worker, or empty before it starts.
public record PartitionRow(
        Partition partition,
        boolean isStarted,
        String status,
        PagePlace place,
        boolean isCompleted,
        Counts counts,
        @Nullable String error) {
    private static final String SELECT =
            "select p.partition_id, p.range, p.estimate, p.is_started, w.status,"
                    + " coalesce(g.next_offset, 0), coalesce(g.completed, false), p.pages,"
                    + " p.fetched, p.unique_items, p.unchanged, coalesce(p.counted, -1),"
                    + " w.error_message, p.split_from, p.anchors, p.rereads"
                    + " from pipeline_partitions p"
                    + " left join worker_runs w"
                    + " on w.run_id = p.run_id and w.partition_id = p.partition_id"
                    + " left join partition_progress g"
                    + " on g.run_id = p.run_id and g.partition_id = p.partition_id"
                    + " where p.run_id = ?";

    /// Returns the partitions of a run in the order of their numbers.
    public static List<PartitionRow> all(RowQuery tables, UUID run) {
        return tables.query(SELECT + " order by p.number", PartitionRow::of, run);
    }

    /// Returns a partition of a run.
    public static Optional<PartitionRow> find(RowQuery tables, UUID run, String partition) {
        String sql = SELECT + " and p.partition_id = ?";
        return tables.query(sql, PartitionRow::of, run, partition).stream().findFirst();
    }

    private static PartitionRow of(Transaction.Row row) {
        String completed = row.text(7);
        return new PartitionRow(
                new Partition(row.text(1), row.text(2), row.number(3)),
                row.number(4) == 1,
                row.isNull(5) ? "" : row.text(5),
                PagePlace.of(row.number(6), row.text(15), row.number(16)),
                completed.equals("1") || completed.startsWith("t"),
                new Counts(
                        row.number(8),
                        row.number(9),
                        row.number(10),
                        row.number(11),
                        row.number(12),
                        row.isNull(14)),
                row.isNull(13) ? null : row.text(13));
    }

    /// Returns the offset of the next page.
    public long nextOffset() {
        return place.offset();
    }

    /// Returns whether the worker of the partition failed.
    public boolean isFailed() {
        return status.equals(WorkerTable.FAILED);
    }

    /// What a partition has read so far; `counted` is -1 before its last page.
    public record Counts(
            long pages,
            long fetched,
            long unique,
            long unchanged,
            long counted,
            boolean isPlanned) {}
}
