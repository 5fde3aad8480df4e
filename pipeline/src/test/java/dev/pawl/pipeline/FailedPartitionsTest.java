package dev.pawl.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Command;
import dev.pawl.engine.Engine;
import dev.pawl.engine.Refused;
import dev.pawl.pipeline.fanin.FanInPolicy;
import dev.pawl.pipeline.lifecycle.PartitionState;
import dev.pawl.pipeline.lifecycle.RunEvent.Force;
import dev.pawl.pipeline.lifecycle.RunEvent.GiveUp;
import dev.pawl.pipeline.lifecycle.RunEvent.RetryFailed;
import dev.pawl.pipeline.lifecycle.RunState;
import dev.pawl.pipeline.run.RunRequest;
import dev.pawl.pipeline.table.PartitionRow;
import dev.pawl.pipeline.table.RunRow;
import dev.pawl.pipeline.table.WorkerCounts;
import dev.pawl.pipeline.watermark.Watermark;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Runs whose partitions fail: skipped, retried, forced, given up.
@Timeout(120)
final class FailedPartitionsTest {
    private final AtomicBoolean isDown = new AtomicBoolean(true);
    private final NumbersFeed feed =
            new NumbersFeed("numbers", 3, 90)
                    .before((page, _) -> {
                        boolean hit = page.partition().id().equals("partition-2");
                        if (hit && page.offset() == 20 && isDown.get()) {
                            throw new IOException("down");
                        }
                    });

    private RunId skipped(SimPipeline pipeline) {
        RunId run = pipeline.start(RunRequest.full("numbers").trace("trace-1"));
        pipeline.until(run, RunState.ConsolidationSkipped);
        return run;
    }

    /// DIA-3, DIA-4, DIA-12, DIA-36, DIA-40: one alert with the run's trace id, no watermark.
    @Test
    void aRunWithAFailedPartitionWaitsForAnOperatorAndAlerts() {
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            RunId run = skipped(pipeline);
            assertThat(pipeline.alerts())
                    .singleElement()
                    .asString()
                    .contains("Watermark NOT advanced.", "1 of 3 partitions failed", "trace-1");
            assertThat(pipeline.stored("numbers")).isEmpty();
            assertThat(Watermark.all(pipeline.engine()::query)).isEmpty();
            assertThat(pipeline.row(run).completedAt()).isNull();
        }
    }

    /// The timer of a day ends a run that no operator decides about (DIA-4, DIA-5).
    @Test
    void aSkippedRunFailsAfterADay() throws Exception {
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            Run run = pipeline.end(skipped(pipeline));
            assertThat(run.status()).isEqualTo(RunStatus.FAILED);
            assertThat(run.state()).isEqualTo(RunState.Failed.name());
            assertThat(Duration.between(SimPipeline.START, run.timing().ended()))
                    .isEqualTo(Duration.ofHours(24).plusSeconds(3));
            RunRow row = pipeline.row(run.id());
            assertThat(row.notes().failure()).isEqualTo("1 of 3 partitions failed");
            assertThat(row.completedAt()).isNull();
            assertThat(pipeline.alerts()).hasSize(2);
            assertThat(pipeline.alerts().getLast())
                    .contains(
                            "Consolidation Failed",
                            "Run %s failed. Watermark NOT advanced.".formatted(row.run()));
        }
    }

    /// A12, INV-25: the same worker row, one failed worker less, and the rest of the pages only.
    @Test
    void aRetryContinuesTheFailedPartitionAtItsCursor() throws Exception {
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            RunId run = skipped(pipeline);
            List<PartitionRow> preview =
                    Pipeline.failedPartitions(pipeline.engine()::query, pipeline.uuid(run));
            assertThat(preview)
                    .singleElement()
                    .satisfies(each -> {
                        assertThat(each.partition().id()).isEqualTo("partition-2");
                        assertThat(each.nextOffset()).isEqualTo(20);
                    });
            isDown.set(false);
            pipeline.send(run, new RetryFailed("tester", "server is back"));
            assertThat(pipeline.end(run).status()).isEqualTo(RunStatus.COMPLETED);
            assertThat(pipeline.row(run).workers()).isEqualTo(new WorkerCounts(3, 3, 0));
            assertThat(pipeline.number("select count(*) from worker_runs")).isEqualTo(3);
            assertThat(feed.fetches()).containsEntry("partition-2@10", 1);
            assertThat(pipeline.stored("numbers")).isEqualTo(feed.expected());
            assertThat(pipeline.row(run).marks().after()).isEqualTo(SimPipeline.START);
        }
    }

    @Test
    void aRetryThatFailsAgainWaitsAgain() {
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            RunId run = skipped(pipeline);
            pipeline.send(run, new RetryFailed("tester", "hope"));
            pipeline.sim().pass(Duration.ofMinutes(1));
            assertThat(pipeline.engine().run(run).state())
                    .isEqualTo(RunState.ConsolidationSkipped.name());
            assertThat(pipeline.row(run).workers()).isEqualTo(new WorkerCounts(3, 2, 1));
            assertThat(feed.fetches()).containsEntry("partition-2@20", 6);
        }
    }

    /// A4, A10, D10, INV-09: forced, completed, and the watermark stays, so that the next run takes
    /// the missing part again.
    @Test
    void aForcedRunCompletesWithoutAdvancingTheWatermark() throws Exception {
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            RunId run = skipped(pipeline);
            pipeline.send(run, new Force("tester", "enough for today"));
            assertThat(pipeline.end(run).status()).isEqualTo(RunStatus.COMPLETED);
            RunRow row = pipeline.row(run);
            assertThat(row.completedAt()).isNotNull();
            assertThat(row.marks().after()).isNull();
            assertThat(row.notes().forcedBy()).isEqualTo("tester");
            assertThat(row.notes().forceReason()).isEqualTo("enough for today");
            assertThat(Watermark.all(pipeline.engine()::query)).isEmpty();
            assertThat(pipeline.stored("numbers")).hasSize(80);
            isDown.set(false);
            Run next = pipeline.run(RunRequest.incremental("numbers"));
            assertThat(next.status()).isEqualTo(RunStatus.COMPLETED);
            assertThat(pipeline.row(next.id()).origin().type()).isEqualTo("full");
            assertThat(pipeline.stored("numbers")).isEqualTo(feed.expected());
        }
    }

    @Test
    void givingUpFailsTheRunWithTheReason() throws Exception {
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            RunId run = skipped(pipeline);
            pipeline.send(run, new GiveUp("tester", "supplier is closed"));
            assertThat(pipeline.end(run).status()).isEqualTo(RunStatus.FAILED);
            assertThat(pipeline.row(run).notes().failure()).contains("supplier is closed");
        }
    }

    /// An order that a run does not wait for is refused instead of being carried out later.
    @Test
    void ordersAreRefusedWhileNothingWaitsForThem() throws Exception {
        isDown.set(false);
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            RunId run = pipeline.start(RunRequest.full("numbers"));
            assertThatThrownBy(() -> pipeline.send(run, new Force("tester", "now")))
                    .isInstanceOf(Refused.NotAccepted.class);
            assertThatThrownBy(() -> new Force("tester", " "))
                    .hasMessageContaining("expected an actor and a reason");
            assertThat(pipeline.end(run).status()).isEqualTo(RunStatus.COMPLETED);
        }
    }

    /// INV-01: with a threshold, the run is consolidated after a delay in which it can be retried.
    @Test
    void aRunAboveTheThresholdIsConsolidatedAfterItsDelay() throws Exception {
        var policy = new FanInPolicy.Threshold(0.6, Duration.ofMinutes(10));
        try (SimPipeline pipeline = SimPipeline.of(options -> options.policy(policy), feed)) {
            Run run = pipeline.run(RunRequest.full("numbers"));
            assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
            assertThat(Duration.between(SimPipeline.START, run.timing().ended()))
                    .isGreaterThanOrEqualTo(Duration.ofMinutes(10));
            assertThat(pipeline.row(run.id()).marks().after()).isNull();
            assertThat(pipeline.stored("numbers")).hasSize(80);
        }
    }

    @Test
    void aRetryDuringTheDelayOfAThresholdCompletesTheRun() throws Exception {
        var policy = new FanInPolicy.Threshold(0.6, Duration.ofMinutes(10));
        try (SimPipeline pipeline = SimPipeline.of(options -> options.policy(policy), feed)) {
            RunId run = pipeline.start(RunRequest.full("numbers"));
            pipeline.until(run, RunState.ConsolidationCheck);
            pipeline.sim().pass(Duration.ofMinutes(1));
            isDown.set(false);
            pipeline.send(run, new RetryFailed("tester", "back"));
            assertThat(pipeline.end(run).status()).isEqualTo(RunStatus.COMPLETED);
            assertThat(pipeline.row(run).marks().after()).isEqualTo(SimPipeline.START);
            assertThat(pipeline.stored("numbers")).isEqualTo(feed.expected());
        }
    }

    @Test
    void aManualRunWaitsForItsForceAndThenAdvancesTheWatermark() throws Exception {
        isDown.set(false);
        try (SimPipeline pipeline =
                SimPipeline.of(options -> options.policy(new FanInPolicy.Manual()), feed)) {
            RunId run = skipped(pipeline);
            pipeline.send(run, new Force("tester", "looks right"));
            assertThat(pipeline.end(run).status()).isEqualTo(RunStatus.COMPLETED);
            assertThat(pipeline.row(run).marks().after()).isEqualTo(SimPipeline.START);
        }
    }

    /// There is nothing to retry, so the run decides again and waits again.
    @Test
    void aRetryWithoutFailedPartitionsChangesNothing() throws Exception {
        isDown.set(false);
        try (SimPipeline pipeline =
                SimPipeline.of(options -> options.policy(new FanInPolicy.Manual()), feed)) {
            RunId run = skipped(pipeline);
            pipeline.send(run, new RetryFailed("tester", "by mistake"));
            pipeline.sim().pass(Duration.ofMinutes(1));
            assertThat(pipeline.engine().run(run).state())
                    .isEqualTo(RunState.ConsolidationSkipped.name());
            assertThat(pipeline.row(run).workers()).isEqualTo(new WorkerCounts(3, 3, 0));
            assertThat(pipeline.runs(PartitionState.MACHINE)).hasSize(3);
            pipeline.send(run, new Force("tester", "looks right"));
            assertThat(pipeline.end(run).status()).isEqualTo(RunStatus.COMPLETED);
        }
    }

    /// A5: a partition that is cancelled before it started is counted as failed, too.
    @Test
    void aPartitionThatIsCancelledInItsQueueIsCounted() {
        isDown.set(false);
        try (SimPipeline pipeline = SimPipeline.of(options -> options.partitions(1), feed)) {
            RunId run = pipeline.start(RunRequest.full("numbers"));
            pipeline.until(run, RunState.WorkersRunning);
            Run last = pipeline.runs(PartitionState.MACHINE).getLast();
            assertThat(last.status()).isEqualTo(RunStatus.QUEUED);
            pipeline.sim()
                    .perform((Engine engine) ->
                            engine.operators()
                                    .order(last.id(), new Command.Cancel(), SimPipeline.TESTER));
            pipeline.until(run, RunState.ConsolidationSkipped);
            assertThat(pipeline.row(run).workers()).isEqualTo(new WorkerCounts(3, 2, 1));
            assertThat(
                            pipeline.number(
                                    "select count(*) from worker_runs where status = 'failed'"
                                            + " and error_message is not null"))
                    .isEqualTo(1);
        }
    }

    /// INV-25: a cancelled run takes its partitions along, and leaves no worker running.
    @Test
    void cancellingARunCancelsItsPartitions() throws Exception {
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            RunId run = pipeline.start(RunRequest.full("numbers"));
            pipeline.until(run, RunState.WorkersRunning);
            pipeline.sim().pass(Duration.ofMillis(1500));
            pipeline.sim()
                    .perform((Engine engine) ->
                            engine.operators()
                                    .order(run, new Command.Cancel(), SimPipeline.TESTER));
            assertThat(pipeline.end(run).status()).isEqualTo(RunStatus.CANCELLED);
            assertThat(pipeline.runs(PartitionState.MACHINE))
                    .hasSize(3)
                    .allSatisfy(each -> assertThat(each.status().isEnd()).isTrue());
            assertThat(pipeline.number("select count(*) from worker_runs where status = 'running'"))
                    .isZero();
            assertThat(pipeline.row(run).workers()).isEqualTo(new WorkerCounts(3, 2, 1));
        }
    }
}
