package dev.pawl.pipeline.table;

import dev.pawl.machine.Transaction;
import dev.pawl.pipeline.feed.RowQuery;
import dev.pawl.pipeline.feed.Window;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A run as the tables have it.
public record RunRow(
        UUID run,
        Origin origin,
        Window window,
        WorkerCounts workers,
        Marks marks,
        Notes notes,
        Instant startedAt,
        @Nullable Instant completedAt) {
    private static final String SELECT =
            "select m.run_id, p.feed, m.run_type, p.engine_run, p.trace_id, p.window_from,"
                    + " p.window_to, m.expected_workers, m.completed_workers, m.failed_workers,"
                    + " m.watermark_before, m.watermark_after, p.forced_by, p.force_reason,"
                    + " p.stalled_since, p.failure, p.report, m.started_at, m.completed_at,"
                    + " p.remarks"
                    + " from run_metadata m join pipeline_runs p on p.run_id = m.run_id";

    /// Returns the row of a run, if there is one.
    public static Optional<RunRow> find(RowQuery tables, UUID run) {
        return tables.query(SELECT + " where m.run_id = ?", RunRow::of, run).stream().findFirst();
    }

    /// Returns the newest runs of a feed, newest first.
    public static List<RunRow> newest(RowQuery tables, String feed, int limit) {
        String sql = " where p.feed = ? order by p.created_at desc, m.run_id limit ?";
        return tables.query(SELECT + sql, RunRow::of, feed, limit);
    }

    private static RunRow of(Transaction.Row row) {
        var origin = new Origin(row.text(2), row.text(3), row.text(4), row.text(5));
        var window =
                new Window(SqlTimes.parse(row.isNull(6), row.text(6)), SqlTimes.parse(row.text(7)));
        var workers =
                new WorkerCounts((int) row.number(8), (int) row.number(9), (int) row.number(10));
        var marks =
                new Marks(
                        SqlTimes.parse(row.isNull(11), row.text(11)),
                        SqlTimes.parse(row.isNull(12), row.text(12)));
        var notes =
                new Notes(
                        text(row, 13),
                        text(row, 14),
                        SqlTimes.parse(row.isNull(15), row.text(15)),
                        text(row, 16),
                        text(row, 17),
                        row.text(20));
        return new RunRow(
                UUID.fromString(row.text(1)),
                origin,
                window,
                workers,
                marks,
                notes,
                SqlTimes.parse(row.text(18)),
                SqlTimes.parse(row.isNull(19), row.text(19)));
    }

    private static @Nullable String text(Transaction.Row row, int column) {
        return row.isNull(column) ? null : row.text(column);
    }

    /// Where a run comes from; `engineRun` is the id of the engine's run.
    public record Origin(String feed, String type, String engineRun, String traceId) {}

    /// The watermark when the run was created, and the one that it saved.
    public record Marks(@Nullable Instant before, @Nullable Instant after) {}

    /// What operators and checks have noted.
    public record Notes(
            @Nullable String forcedBy,
            @Nullable String forceReason,
            @Nullable Instant stalledSince,
            @Nullable String failure,
            @Nullable String report,
            String remarks) {}
}
