package dev.pawl.pipeline;

import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Recovery;
import dev.pawl.machine.Transaction;
import dev.pawl.pipeline.context.PipelineContext;
import dev.pawl.pipeline.feed.Feed;
import dev.pawl.pipeline.table.SqlTimes;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/// Deletes the rows of runs that ended long ago, a few runs per commit, and lets feeds delete
/// theirs.
///
/// The run that a watermark names, and runs that have neither completed nor failed, are kept.
public final class RetentionMachine {
    private static final int RUNS_AT_ONCE = 100;
    private static final List<String> TABLES =
            List.of(
                    "partition_progress",
                    "worker_runs",
                    "pipeline_partitions",
                    "pipeline_consolidators",
                    "pipeline_runs",
                    "run_metadata");

    private final PipelineContext context;

    RetentionMachine(PipelineContext context) {
        this.context = context;
    }

    Machine<PruneRequest, PruneEnd> machine() {
        return Machine.named("pipeline-retention", PruneRequest.class, PruneEnd.class)
                .step(
                        "prune",
                        this::prune,
                        s -> s.recovery(Recovery.resumeBody().persists("what is deleted")))
                .build();
    }

    private Outcome<PruneEnd> prune(Attempt<PruneRequest, PruneEnd> attempt) {
        long done = attempt.context(PruneEnd.class).map(PruneEnd::runs).orElse(0L);
        Instant before = attempt.now().minus(attempt.request().age());
        List<String> runs =
                attempt.query(
                        "select p.run_id from pipeline_runs p"
                                + " join run_metadata m on m.run_id = p.run_id"
                                + " where p.created_at < ?"
                                + " and (m.completed_at is not null or p.failure is not null)"
                                + " and not exists (select 1 from pipeline_watermarks w"
                                + " where w.run_id = p.run_id) order by p.created_at limit ?",
                        row -> row.text(1),
                        SqlTimes.text(before),
                        RUNS_AT_ONCE);
        if (runs.isEmpty()) {
            return attempt.next(new PruneEnd(done))
                    .writing(tx -> {
                        for (Feed feed : context.feeds().values()) feed.prune(tx, before);
                    });
        }
        return attempt.repeatWith(new PruneEnd(done + runs.size()))
                .writing(tx -> runs.forEach(run -> delete(tx, UUID.fromString(run))));
    }

    private static void delete(Transaction tx, UUID run) {
        for (String table : TABLES) {
            tx.update("delete from %s where run_id = ?".formatted(table), run);
        }
    }

    /// Deletes what is older than `age`.
    public record PruneRequest(Duration age) {}

    /// How many runs were deleted.
    public record PruneEnd(long runs) {}
}
