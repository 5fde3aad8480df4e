package dev.pawl.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Engine;
import dev.pawl.engine.store.Commit;
import dev.pawl.limiter.budget.Throttling;
import dev.pawl.pipeline.feed.FeedThrottled;
import dev.pawl.pipeline.feed.Partition;
import dev.pawl.pipeline.lifecycle.PartitionState;
import dev.pawl.pipeline.lifecycle.RunState;
import dev.pawl.pipeline.run.RunRequest;
import dev.pawl.pipeline.table.RunTable;
import dev.pawl.pipeline.table.WorkerCounts;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What people see of runs that need attention, and what is kept of old ones.
@Timeout(120)
final class AttentionTest {
    private static final String OVERLAPS =
            "select count(*) from run_metadata a join run_metadata b on b.started_at > a.started_at"
                    + " and (a.completed_at is null or b.started_at < a.completed_at)";

    private final AtomicReference<SimPipeline> sim = new AtomicReference<>();
    private final NumbersFeed feed = new NumbersFeed("numbers", 3, 60);

    /// INV-24: nothing moved for half an hour, so an alert is sent once and the reason is visible.
    @Test
    void aRunThatDoesNotMoveIsReportedAsStalledOnceAndRecovers() throws Exception {
        feed.before((page, _) -> {
            if (page.partition().id().equals("partition-1") && page.offset() == 10) {
                sim.get().host().pause(Duration.ofMinutes(4));
                throw new FeedThrottled(new Throttling(Duration.ofMinutes(80), "429"));
            }
        });
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            sim.set(pipeline);
            RunId run = pipeline.start(RunRequest.full("numbers"));
            pipeline.sim().pass(Duration.ofMinutes(29));
            assertThat(pipeline.alerts()).isEmpty();
            pipeline.sim().pass(Duration.ofMinutes(45));
            assertThat(pipeline.alerts()).singleElement().asString().contains("Run Stalled");
            assertThat(pipeline.row(run).notes().stalledSince()).isNotNull();
            assertThat(pipeline.engine().why(run).text()).contains("nothing has moved since");
            feed.before((_, _) -> {});
            assertThat(pipeline.end(run).status()).isEqualTo(RunStatus.COMPLETED);
            assertThat(pipeline.alerts()).hasSize(1);
        }
    }

    /// A partition that is recorded, but that nothing has started, is found and started.
    @Test
    void theStallCheckStartsARecordedPartition() throws Exception {
        feed.before((page, number) -> {
            if (page.partition().id().equals("partition-1") && page.offset() == 10 && number == 1) {
                throw new FeedThrottled(new Throttling(Duration.ofMinutes(80), "429"));
            }
        });
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            RunId run = pipeline.start(RunRequest.full("numbers"));
            pipeline.sim().pass(Duration.ofMinutes(1));
            pipeline.sim()
                    .store()
                    .commit(
                            Commit.NONE.writing(
                                    List.of(tx ->
                                            new RunTable(
                                                            tx,
                                                            pipeline.uuid(run),
                                                            pipeline.host().now())
                                                    .split(
                                                            "partition-1",
                                                            List.of(
                                                                    new Partition(
                                                                            "late", "60 61",
                                                                            1))))));
            pipeline.sim().pass(Duration.ofMinutes(35));
            assertThat(pipeline.runs(PartitionState.MACHINE)).hasSize(4);
            assertThat(pipeline.end(run).status()).isEqualTo(RunStatus.COMPLETED);
            assertThat(pipeline.row(run).workers()).isEqualTo(new WorkerCounts(4, 4, 0));
        }
    }

    @Test
    void whyOfAPartitionNamesItsPageAndItsLastError() {
        feed.before((page, _) -> {
            if (page.partition().id().equals("partition-1") && page.offset() == 10) {
                throw new IOException("server is busy");
            }
        });
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            RunId run = pipeline.start(RunRequest.full("numbers"));
            pipeline.sim().pass(Duration.ofMillis(500));
            Run partition =
                    pipeline.runs(PartitionState.MACHINE).stream()
                            .filter(each -> each.status() == RunStatus.BACKING_OFF)
                            .findFirst()
                            .orElseThrow();
            assertThat(pipeline.engine().why(partition.id()).text())
                    .contains("partition-1 is at offset 10", "try 1 of 3", "server is busy");
            assertThat(pipeline.engine().why(run).text())
                    .contains("2 of 3 partitions have completed, 0 have failed");
            pipeline.until(run, RunState.ConsolidationSkipped);
            assertThat(pipeline.engine().why(run).text())
                    .contains("partition-1 failed at offset 10", "retry, force or give up");
        }
    }

    /// A schedule loads a feed again and again. It waits for a run that was started otherwise, and
    /// skips its fires while its own run is active: D12 needs one active run per feed.
    @Test
    void aScheduleLoadsAFeedAndNeverBesideAnotherRun() throws Exception {
        feed.before((_, _) -> sim.get().host().pause(Duration.ofMinutes(4)));
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            sim.set(pipeline);
            RunId first = pipeline.start(RunRequest.full("numbers"));
            pipeline.schedule(loading ->
                    List.of(
                            loading.every(
                                    "often",
                                    Duration.ofMinutes(5),
                                    RunRequest.incremental("numbers"))));
            pipeline.sim().pass(Duration.ofMinutes(6));
            assertThat(pipeline.runs(RunState.MACHINE))
                    .extracting(Run::status)
                    .contains(RunStatus.WAITING, RunStatus.BLOCKED);
            assertThat(pipeline.end(first).status()).isEqualTo(RunStatus.COMPLETED);
            feed.before((_, _) -> {});
            pipeline.sim().pass(Duration.ofMinutes(31));
            List<Run> runs = pipeline.runs(RunState.MACHINE);
            assertThat(runs)
                    .hasSizeBetween(6, 9)
                    .allSatisfy(run -> assertThat(run.status()).isEqualTo(RunStatus.COMPLETED));
            assertThat(pipeline.number(OVERLAPS)).as("runs that overlap").isZero();
        }
    }

    @Test
    void oldRunsAreDeletedBySchedule() throws Exception {
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            pipeline.schedule(loading -> List.of(loading.pruning(Duration.ofDays(1))));
            for (int i = 0; i < 3; i++) pipeline.run(RunRequest.full("numbers"));
            pipeline.sim().pass(Duration.ofDays(2));
            assertThat(pipeline.number("select count(*) from run_metadata")).isEqualTo(3);
            pipeline.host().clockJump(Duration.ofDays(100));
            pipeline.sim().pass(Duration.ofDays(2));
            assertThat(pipeline.number("select count(*) from run_metadata")).isEqualTo(1);
        }
    }

    /// INV-33: rows of old runs go; the run that the watermark names, and one that still waits,
    /// stay.
    @Test
    void retentionDeletesOldRunsButNotTheOneOfTheWatermark() throws Exception {
        try (SimPipeline pipeline =
                SimPipeline.of(options -> options.keep(Duration.ofDays(30)), feed)) {
            RunId first = pipeline.run(RunRequest.full("numbers")).id();
            pipeline.sim().pass(Duration.ofDays(1));
            RunId second = pipeline.run(RunRequest.full("numbers")).id();
            pipeline.sim().pass(Duration.ofDays(1));
            feed.before((_, _) -> {
                throw new IOException("down");
            });
            RunId waiting = pipeline.start(RunRequest.full("numbers"));
            pipeline.until(waiting, RunState.ConsolidationSkipped);
            assertThat(prune(pipeline)).isEqualTo("{\"runs\":0}");
            pipeline.sim().pass(Duration.ofHours(12));
            pipeline.host().clockJump(Duration.ofDays(40));
            assertThat(prune(pipeline)).isEqualTo("{\"runs\":1}");
            assertThat(
                            pipeline.number(
                                    "select count(*) from worker_runs where run_id = ?",
                                    pipeline.uuid(first)))
                    .isZero();
            assertThat(pipeline.row(second).completedAt()).isNotNull();
            assertThat(pipeline.row(waiting).completedAt()).isNull();
        }
    }

    private static String prune(SimPipeline pipeline) throws InterruptedException {
        RunId id = pipeline.sim().call((Engine engine) -> engine.start(pipeline.get().prune()));
        Run run =
                pipeline.sim()
                        .call((Engine engine) -> engine.awaitEnd(id, Duration.ofMinutes(1)))
                        .orElseThrow();
        return run.data().response().text();
    }

    /// All requests of a plan are counted: a feed that asks too often is stopped.
    @Test
    void aPlanOfTooManyRequestsFailsTheRun() throws Exception {
        NumbersFeed greedy = new NumbersFeed("numbers", 241, 1_000);
        try (SimPipeline pipeline = SimPipeline.of(greedy)) {
            Run run = pipeline.run(RunRequest.full("numbers"));
            assertThat(run.status()).isEqualTo(RunStatus.EXHAUSTED);
            assertThat(pipeline.row(run.id()).notes().failure())
                    .contains("expected at most 240 requests");
            assertThat(pipeline.alerts()).singleElement().asString().contains("NOT advanced");
        }
    }
}
