package dev.pawl.pipeline.table;

import dev.pawl.machine.Transaction;
import dev.pawl.pipeline.feed.PageResult;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;

/// Writes the rows of one partition: its worker, its cursor and its counts.
public final class WorkerTable {
    public static final String RUNNING = "running";
    public static final String COMPLETED = "completed";
    public static final String FAILED = "failed";

    private static final int ERROR_CHARS_MAX = 2_000;

    private final Transaction tx;
    private final UUID run;
    private final String partition;
    private final Instant now;

    public WorkerTable(Transaction tx, UUID run, String partition, Instant now) {
        this.tx = tx;
        this.run = run;
        this.partition = partition;
        this.now = now;
    }

    /// Creates the rows of the worker and its cursor, or continues those of a partition that is
    /// retried.
    public void create(String worker, String workItem) {
        insert(worker, RUNNING, workItem);
        tx.update(
                "update worker_runs set status = 'running', worker_id = ?, error_message = null,"
                        + " completed_at = null where run_id = ? and partition_id = ?",
                worker,
                run,
                partition);
        tx.update(
                "insert into partition_progress (run_id, partition_id, next_offset, completed,"
                        + " created_at, updated_at) values (?, ?, 0, false, ?, ?)"
                        + " on conflict (run_id, partition_id) do nothing",
                run,
                partition,
                time(now),
                time(now));
    }

    private void insert(String worker, String status, String workItem) {
        String json =
                switch (tx.flavour()) {
                    case SQLITE -> "?";
                    case POSTGRESQL -> "cast(? as jsonb)";
                };
        tx.update(
                "insert into worker_runs (id, run_id, partition_id, worker_id, status,"
                        + " records_processed, work_item_payload, started_at)"
                        + " values (?, ?, ?, ?, ?, 0, "
                        + json
                        + ", ?) on conflict (run_id, partition_id) do nothing",
                id(),
                run,
                partition,
                worker,
                status,
                workItem,
                time(now));
    }

    /// The id is the same whenever the row is created, so a second one cannot exist.
    private UUID id() {
        String name = run + "/" + partition;
        return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
    }

    /// Moves the cursor if it is where `expected` says and the partition is not completed; returns
    /// whether it did.
    public boolean advance(long expected, long next) {
        return tx.update(
                        "update partition_progress set next_offset = ?, updated_at = ?"
                                + " where run_id = ? and partition_id = ? and next_offset = ?"
                                + " and not completed",
                        next,
                        time(now),
                        run,
                        partition,
                        expected)
                == 1;
    }

    /// Records where the partition is read on. Its cursor is moved by [#advance].
    public void place(PagePlace place) {
        tx.update(
                "update pipeline_partitions set anchors = ?, rereads = ? where run_id = ?"
                        + " and partition_id = ?",
                place.text(),
                place.rereads(),
                run,
                partition);
    }

    /// Adds a page to the counts, and records its last items.
    public void addPage(int items, PageResult result, PagePlace place) {
        tx.update(
                "update worker_runs set records_processed = records_processed + ?,"
                        + " error_message = null where run_id = ? and partition_id = ?",
                items,
                run,
                partition);
        tx.update(
                "update pipeline_partitions set pages = pages + 1, fetched = fetched + ?,"
                        + " unique_items = unique_items + ?, unchanged = unchanged + ?,"
                        + " anchors = ? where run_id = ? and partition_id = ?",
                items,
                result.unique(),
                result.unchanged(),
                place.text(),
                run,
                partition);
    }

    /// Notes the error of a page that is tried again.
    public void note(String error) {
        tx.update(
                "update worker_runs set error_message = ? where run_id = ? and partition_id = ?",
                bounded(error),
                run,
                partition);
    }

    /// Ends the partition after its last page, and counts it once. `steady` items of those that the
    /// source has have not changed since the run started.
    public void complete(long counted, long steady) {
        tx.update(
                "update partition_progress set completed = true, updated_at = ?"
                        + " where run_id = ? and partition_id = ?",
                time(now),
                run,
                partition);
        tx.update(
                "update pipeline_partitions set counted = ?, steady = ? where run_id = ?"
                        + " and partition_id = ?",
                counted,
                steady,
                run,
                partition);
        if (end(COMPLETED)) count("completed_workers");
    }

    /// Ends the partition with an error, and counts it once. A partition that never started gets
    /// its row here.
    public void fail(String worker, String workItem, String error) {
        insert(worker, RUNNING, workItem);
        if (!end(FAILED)) return;
        note(error);
        count("failed_workers");
    }

    private boolean end(String status) {
        return tx.update(
                        "update worker_runs set status = ?, completed_at = ? where run_id = ?"
                                + " and partition_id = ? and status = 'running'",
                        status,
                        time(now),
                        run,
                        partition)
                == 1;
    }

    private void count(String column) {
        tx.update(
                "update run_metadata set %1$s = %1$s + 1 where run_id = ?".formatted(column), run);
    }

    private Object time(Instant time) {
        return SqlTimes.parameter(tx.flavour(), time);
    }

    private static String bounded(String error) {
        return error.length() <= ERROR_CHARS_MAX ? error : error.substring(0, ERROR_CHARS_MAX);
    }
}
