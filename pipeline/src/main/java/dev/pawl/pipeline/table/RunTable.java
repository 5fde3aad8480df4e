package dev.pawl.pipeline.table;

import dev.pawl.machine.Transaction;
import dev.pawl.pipeline.feed.Partition;
import dev.pawl.pipeline.feed.Window;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Writes the rows of one run.
public final class RunTable {
    private final Transaction tx;
    private final UUID run;
    private final Instant now;

    public RunTable(Transaction tx, UUID run, Instant now) {
        this.tx = tx;
        this.run = run;
        this.now = now;
    }

    /// Creates the rows of a run, before its partitions are known.
    public void create(
            RunRow.Origin origin, Window window, @Nullable Instant watermark, String policy) {
        tx.update(
                "insert into run_metadata (run_id, run_type, expected_workers, completed_workers,"
                        + " failed_workers, started_at) values (?, ?, 0, 0, 0, ?)",
                run,
                origin.type(),
                time(now));
        if (watermark != null) {
            tx.update(
                    "update run_metadata set watermark_before = ? where run_id = ?",
                    time(watermark),
                    run);
        }
        tx.update(
                "insert into pipeline_runs (run_id, feed, engine_run, trace_id, window_to, policy,"
                        + " created_at) values (?, ?, ?, ?, ?, ?, ?)",
                run,
                origin.feed(),
                origin.engineRun(),
                origin.traceId(),
                SqlTimes.text(window.to()),
                policy,
                SqlTimes.text(now));
        Instant from = window.from();
        if (from != null) set("window_from", SqlTimes.text(from));
    }

    /// Records the planned partitions, which are started in the same commit.
    public void plan(List<Partition> partitions, List<String> remarks) {
        insert(partitions, "", true);
        set("remarks", String.join("\n", remarks));
    }

    /// Records the parts of a partition that was split; their parent starts them.
    public void split(String partition, List<Partition> parts) {
        insert(parts, partition, false);
    }

    /// Records a partition that was not planned; the run starts it.
    public void add(Partition partition) {
        insert(List.of(partition), "", false);
    }

    private void insert(List<Partition> partitions, String from, boolean isStarted) {
        long number =
                tx.query(
                                "select coalesce(max(number), -1) from pipeline_partitions"
                                        + " where run_id = ?",
                                row -> row.number(1),
                                run)
                        .getFirst();
        List<Object[]> rows = new ArrayList<>();
        for (Partition each : partitions) {
            rows.add(
                    new Object[] {
                        run,
                        each.id(),
                        ++number,
                        from,
                        each.range(),
                        each.estimate(),
                        isStarted ? 1 : 0
                    });
        }
        tx.updateAll(
                "insert into pipeline_partitions (run_id, partition_id, number, split_from, range,"
                        + " estimate, is_started) values (?, ?, ?, nullif(?, ''), ?, ?, ?)",
                rows);
        tx.update(
                "update run_metadata set expected_workers = expected_workers + ? where run_id = ?",
                partitions.size(),
                run);
    }

    /// Marks partitions that are started in the same commit.
    public void start(List<Partition> partitions) {
        for (Partition each : partitions) {
            tx.update(
                    "update pipeline_partitions set is_started = 1 where run_id = ?"
                            + " and partition_id = ?",
                    run,
                    each.id());
        }
    }

    /// Takes a failed partition back into work: the same row, and one failed worker less.
    public void retry(Partition partition) {
        int changed =
                tx.update(
                        "update worker_runs set status = 'running', completed_at = null"
                                + " where run_id = ? and partition_id = ? and status = 'failed'",
                        run,
                        partition.id());
        tx.update(
                "update run_metadata set failed_workers = failed_workers - ? where run_id = ?",
                changed,
                run);
    }

    /// Records who forced the consolidation, and why.
    public void force(String actor, String reason) {
        set("forced_by", actor);
        set("force_reason", reason);
    }

    /// Records which run of the engine continues this run.
    public void continueAs(String engineRun) {
        set("engine_run", engineRun);
        tx.update("update pipeline_runs set failure = null where run_id = ?", run);
    }

    /// Records since when the run has not moved.
    public void stalled(@Nullable Instant since) {
        if (since != null) set("stalled_since", SqlTimes.text(since));
        else tx.update("update pipeline_runs set stalled_since = null where run_id = ?", run);
    }

    /// Records why the run failed.
    public void fail(String reason) {
        set("failure", reason);
    }

    /// Completes the run. Without `watermark` the run was forced, and the watermark stays.
    public void complete(@Nullable Instant watermark, String report) {
        tx.update("update run_metadata set completed_at = ? where run_id = ?", time(now), run);
        if (watermark != null) {
            tx.update(
                    "update run_metadata set watermark_after = ? where run_id = ?",
                    time(watermark),
                    run);
        }
        set("report", report);
    }

    private void set(String column, String value) {
        tx.update("update pipeline_runs set %s = ? where run_id = ?".formatted(column), value, run);
    }

    private Object time(Instant time) {
        return SqlTimes.parameter(tx.flavour(), time);
    }
}
