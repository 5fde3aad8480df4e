package dev.pawl.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Engine;
import dev.pawl.engine.store.Commit;
import dev.pawl.pipeline.feed.PageRequest;
import dev.pawl.pipeline.feed.PageWrite;
import dev.pawl.pipeline.feed.Partition;
import dev.pawl.pipeline.feed.RawItem;
import dev.pawl.pipeline.feed.Window;
import dev.pawl.pipeline.lifecycle.ConsolidationState;
import dev.pawl.pipeline.lifecycle.RunState;
import dev.pawl.pipeline.run.RunReport;
import dev.pawl.pipeline.run.RunRequest;
import dev.pawl.pipeline.settings.PipelineSettings.ConsolidationSettings;
import dev.pawl.pipeline.table.RunRow;
import dev.pawl.pipeline.watermark.Watermark;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Consolidation: batches, tries, budgets and the checks before completion.
@Timeout(120)
final class ConsolidationTest {
    private final NumbersFeed feed = new NumbersFeed("numbers", 3, 90);

    private static ConsolidationSettings settings(int consolidators) {
        return new ConsolidationSettings(consolidators, 20, 3, 0.05, 0.01, 0.2);
    }

    /// DIA-41, DIA-42, A3: three tries, then the run fails; neither completed_at nor watermark.
    @Test
    void aBatchThatKeepsFailingFailsTheRunAfterThreeTries() throws Exception {
        AtomicInteger tries = new AtomicInteger();
        feed.beforeBatch(claim -> {
            if (claim.id().endsWith("/2")) {
                tries.incrementAndGet();
                throw new IOException("no mapping");
            }
        });
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            Run run = pipeline.run(RunRequest.full("numbers"));
            assertThat(tries).hasValue(3);
            assertThat(run.status()).isEqualTo(RunStatus.FAILED);
            assertThat(run.state()).isEqualTo(RunState.Failed.name());
            RunRow row = pipeline.row(run.id());
            assertThat(row.completedAt()).isNull();
            assertThat(row.notes().failure()).contains("consolidator 0", "batch 2", "no mapping");
            assertThat(Watermark.all(pipeline.engine()::query)).isEmpty();
            assertThat(pipeline.alerts())
                    .singleElement()
                    .asString()
                    .contains(
                            "\"Consolidation Failed\"",
                            "Run %s failed. Watermark NOT advanced.".formatted(row.run()),
                            "ERROR");
            // Its rows are free for the next consolidator.
            assertThat(pipeline.number("select count(*) from numbers_raw where claim is not null"))
                    .isZero();
        }
    }

    /// INV-07, INV-25, D11: resumed behind the partitions, with the window of the run.
    @Test
    void aResumedRunConsolidatesTheRestWithItsOwnWindow() throws Exception {
        AtomicBoolean isBroken = new AtomicBoolean(true);
        feed.beforeBatch(claim -> {
            if (claim.id().endsWith("/2") && isBroken.get()) throw new IOException("no mapping");
        });
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            Run failed = pipeline.run(RunRequest.full("numbers"));
            assertThat(failed.status()).isEqualTo(RunStatus.FAILED);
            isBroken.set(false);
            pipeline.sim().pass(Duration.ofHours(5));
            var fetches = feed.fetches();
            RunId resumed =
                    pipeline.sim()
                            .call((Engine engine) ->
                                    engine.operators()
                                            .fork(
                                                    pipeline.get().resume(failed.id()),
                                                    SimPipeline.TESTER));
            assertThat(pipeline.end(resumed).status()).isEqualTo(RunStatus.COMPLETED);
            assertThat(feed.fetches()).isEqualTo(fetches);
            RunRow row = pipeline.row(resumed);
            assertThat(row.run()).isEqualTo(pipeline.uuid(failed.id()));
            assertThat(row.marks().after()).isEqualTo(SimPipeline.START);
            assertThat(row.origin().engineRun()).isEqualTo(resumed.toString());
            assertThat(row.notes().failure()).isNull();
            assertThat(pipeline.stored("numbers")).isEqualTo(feed.expected());
            assertThat(pipeline.number("select max(writes) from numbers")).isEqualTo(1);
        }
    }

    /// INV-28, D21: several consolidators share the rows, and no row is consolidated twice.
    @Test
    void severalConsolidatorsShareTheRows() throws Exception {
        AtomicReference<SimPipeline> sim = new AtomicReference<>();
        // Others take their turn while a batch is mapped.
        feed.beforeBatch(_ -> sim.get().host().pause(Duration.ofMillis(10)));
        try (SimPipeline pipeline =
                SimPipeline.of(options -> options.consolidation(settings(3)), feed)) {
            sim.set(pipeline);
            Run run = pipeline.run(RunRequest.full("numbers"));
            assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
            assertThat(pipeline.runs(ConsolidationState.MACHINE)).hasSize(3);
            assertThat(
                            pipeline.number(
                                    "select count(*) from pipeline_consolidators"
                                            + " where inserted > 0"))
                    .isGreaterThan(1);
            assertThat(pipeline.number("select max(writes) from numbers")).isEqualTo(1);
            assertThat(pipeline.stored("numbers")).isEqualTo(feed.expected());
        }
    }

    /// D20: a claim does not expire under a slow consolidator; only its own batch is mapped again.
    @Test
    void aConsolidatorThatIsKilledContinuesWithItsOwnClaim() throws Exception {
        AtomicReference<SimPipeline> sim = new AtomicReference<>();
        AtomicInteger kills = new AtomicInteger();
        feed.beforeBatch(claim -> {
            if (claim.id().endsWith("/2") && kills.getAndIncrement() == 0) sim.get().sim().crash();
        });
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            sim.set(pipeline);
            RunId run = pipeline.start(RunRequest.full("numbers"));
            pipeline.host().runUntil(() -> kills.get() > 0, Duration.ofHours(1));
            pipeline.sim().open();
            assertThat(pipeline.end(run).status()).isEqualTo(RunStatus.COMPLETED);
            assertThat(pipeline.stored("numbers")).isEqualTo(feed.expected());
            assertThat(pipeline.number("select max(writes) from numbers")).isEqualTo(1);
            assertThat(kills).hasValue(2);
        }
    }

    /// D13: a newer payload that another writer stores between the mapping of a batch and its
    /// commit is neither overwritten nor marked as done, and the run does not pretend to be
    /// complete.
    @Test
    void aRowThatIsWrittenAgainWhileItIsMappedStaysPending() throws Exception {
        AtomicReference<SimPipeline> sim = new AtomicReference<>();
        AtomicBoolean isWritten = new AtomicBoolean();
        feed.onPrepared(() -> {
            if (!isWritten.getAndSet(true)) overlap(sim.get());
        });
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            sim.set(pipeline);
            Run run = pipeline.run(RunRequest.full("numbers"));
            assertThat(raw(pipeline, "00003")).isEqualTo("newer pending");
            assertThat(pipeline.stored("numbers")).hasSize(89).doesNotContain("00003=v3");
            assertThat(run.status()).isEqualTo(RunStatus.FAILED);
            assertThat(pipeline.row(run.id()).notes().failure()).contains("90", "89");
            assertThat(Watermark.all(pipeline.engine()::query)).isEmpty();
            feed.put(3, "newer", Instant.EPOCH);
            assertThat(pipeline.run(RunRequest.full("numbers")).status())
                    .isEqualTo(RunStatus.COMPLETED);
            assertThat(raw(pipeline, "00003")).isEqualTo("newer done");
            assertThat(pipeline.stored("numbers")).isEqualTo(feed.expected());
        }
    }

    /// Writes a page of another run.
    private void overlap(SimPipeline pipeline) {
        UUID other = new UUID(0, 1);
        var page =
                new PageRequest(
                        other,
                        new Partition("partition-0", "0 30", 30),
                        new Window(null, SimPipeline.START),
                        0,
                        10);
        var write =
                new PageWrite(
                        page, List.of(new RawItem("00003", "newer", "newer")), SimPipeline.START);
        pipeline.sim().store().commit(Commit.NONE.writing(List.of(tx -> feed.write(tx, write))));
    }

    private static String raw(SimPipeline pipeline, String id) {
        return pipeline.engine()
                .query(
                        "select payload, status from numbers_raw where id = ?",
                        row -> row.text(1) + " " + row.text(2),
                        id)
                .getFirst();
    }

    /// INV-15: within the budget the run completes, and the report counts what is quarantined.
    @Test
    void quarantinedItemsWithinTheBudgetAreReported() throws Exception {
        feed.put(7, "bad seven", Instant.EPOCH);
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            Run run = pipeline.run(RunRequest.full("numbers"));
            assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
            assertThat(pipeline.engine().result(pipeline.get().runs(), run).report())
                    .isEqualTo(new RunReport(90, 90, 90, 89, 0, 0, 1, 0));
        }
    }

    @Test
    void tooManyQuarantinedItemsFailTheRun() throws Exception {
        for (int i = 0; i < 5; i++) feed.put(i, "bad", Instant.EPOCH);
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            Run run = pipeline.run(RunRequest.full("numbers"));
            assertThat(run.status()).isEqualTo(RunStatus.FAILED);
            assertThat(pipeline.row(run.id()).notes().failure())
                    .isEqualTo("expected at most 0.05 of the items in quarantine, found 5 of 90");
        }
    }

    /// INV-35: a run whose numbers do not add up fails with the numbers.
    @Test
    void aReportThatDoesNotAddUpFailsTheRun() throws Exception {
        feed.loseResults();
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            Run run = pipeline.run(RunRequest.full("numbers"));
            assertThat(run.status()).isEqualTo(RunStatus.FAILED);
            assertThat(pipeline.row(run.id()).notes().failure())
                    .contains("found 90 = 0 + 0 + 0 + 0; fetched 90, counted 90");
            assertThat(Watermark.all(pipeline.engine()::query)).isEmpty();
        }
    }

    @Test
    void aClosingCountThatIsFarHigherFailsTheRun() throws Exception {
        feed.countTooMany(5);
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            Run run = pipeline.run(RunRequest.full("numbers"));
            assertThat(run.status()).isEqualTo(RunStatus.FAILED);
            assertThat(pipeline.row(run.id()).notes().failure())
                    .isEqualTo("expected at most 0.0 of the items missing, found 15 of 90 counted");
        }
    }

    /// INV-27: a row that no consolidator has, such as one that an overlapping writer left, keeps
    /// the run from completing.
    @Test
    void aRowThatIsStillPendingKeepsTheRunFromCompleting() throws Exception {
        AtomicReference<SimPipeline> sim = new AtomicReference<>();
        feed.beforeBatch(claim -> {
            // The last look finds nothing, and then a row becomes pending again.
            if (claim.id().endsWith("/5"))
                execute(
                        sim.get(),
                        "update numbers_raw set status =" + " 'pending' where id = '00003'");
        });
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            sim.set(pipeline);
            Run run = pipeline.run(RunRequest.full("numbers"));
            assertThat(run.status()).isEqualTo(RunStatus.FAILED);
            assertThat(pipeline.row(run.id()).notes().failure())
                    .isEqualTo("1 rows are not consolidated");
        }
    }

    private static void execute(SimPipeline pipeline, String sql) {
        pipeline.sim().store().commit(Commit.NONE.writing(List.of(tx -> tx.update(sql))));
    }

    /// A second, incremental run consolidates only what has changed (DIA-34), and a full run
    /// removes what is gone.
    @Test
    void laterRunsConsolidateOnlyWhatChangedAndRemoveWhatIsGone() throws Exception {
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            var _ = pipeline.run(RunRequest.full("numbers"));
            pipeline.sim().pass(Duration.ofHours(1));
            feed.put(5, "changed", pipeline.host().now());
            feed.remove(6);
            pipeline.sim().pass(Duration.ofHours(1));
            Run second = pipeline.run(RunRequest.incremental("numbers"));
            assertThat(report(pipeline, second)).isEqualTo(new RunReport(1, 1, 1, 0, 1, 0, 0, 0));
            assertThat(pipeline.stored("numbers")).hasSize(90).contains("00005=changed");
            Run third = pipeline.run(RunRequest.full("numbers"));
            assertThat(report(pipeline, third))
                    .isEqualTo(new RunReport(89, 89, 89, 0, 0, 89, 0, 1));
            assertThat(pipeline.stored("numbers")).isEqualTo(feed.expected());
        }
    }

    private static RunReport report(SimPipeline pipeline, Run run) {
        assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
        return pipeline.engine().result(pipeline.get().runs(), run).report();
    }

    @Test
    void aFullRunRefusesToRemoveTooMuch() throws Exception {
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            var _ = pipeline.run(RunRequest.full("numbers"));
            for (int i = 30; i < 60; i++) feed.remove(i);
            Run run = pipeline.run(RunRequest.full("numbers"));
            assertThat(run.status()).isEqualTo(RunStatus.FAILED);
            assertThat(pipeline.row(run.id()).notes().failure())
                    .isEqualTo("expected at most 0.2 of the items to vanish, found 30 of 90");
            assertThat(pipeline.stored("numbers")).hasSize(90);
        }
    }
}
