package dev.pawl.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.pipeline.lifecycle.ConsolidationState;
import dev.pawl.pipeline.lifecycle.PartitionState;
import dev.pawl.pipeline.lifecycle.RunState;
import dev.pawl.pipeline.run.RunReport;
import dev.pawl.pipeline.run.RunRequest;
import dev.pawl.pipeline.table.RunRow;
import dev.pawl.pipeline.table.WorkerCounts;
import dev.pawl.pipeline.watermark.Watermark;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Whole runs, undisturbed.
@Timeout(120)
final class RunLifecycleTest {
    /// DIA-2, DIA-8, DIA-11, DIA-34, INV-08, INV-35.
    @Test
    void aFirstRunLoadsEverythingAndAdvancesTheWatermarkToTheEndOfItsWindow() throws Exception {
        NumbersFeed feed = new NumbersFeed("numbers", 3, 95);
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            Run run = pipeline.run(RunRequest.incremental("numbers"));
            assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
            assertThat(pipeline.stored("numbers")).isEqualTo(feed.expected());
            RunRow row = pipeline.row(run.id());
            assertThat(row.origin().type()).isEqualTo("full");
            assertThat(row.workers()).isEqualTo(new WorkerCounts(3, 3, 0));
            assertThat(row.marks()).isEqualTo(new RunRow.Marks(null, SimPipeline.START));
            assertThat(row.window().to()).isEqualTo(SimPipeline.START);
            assertThat(row.completedAt()).isNotNull();
            Watermark watermark = Watermark.find(pipeline.engine()::query, "numbers").orElseThrow();
            assertThat(watermark.value()).isEqualTo(SimPipeline.START);
            assertThat(watermark.run()).isEqualTo(row.run());
            assertThat(watermark.version()).isEqualTo(1);
            assertThat(pipeline.engine().result(pipeline.get().runs(), run).report())
                    .isEqualTo(new RunReport(95, 95, 95, 95, 0, 0, 0, 0));
            assertThat(pipeline.alerts()).isEmpty();
        }
    }

    /// DIA-38: what an operator sees of a run, in the order of the document.
    @Test
    void theStatesOfARunAreSeenInTheOrderOfTheDocument() throws Exception {
        NumbersFeed feed = new NumbersFeed("numbers", 2, 25);
        List<String> seen = new ArrayList<>();
        AtomicReference<SimPipeline> sim = new AtomicReference<>();
        feed.onPlan(() -> seen.add("plans while " + state(sim.get())));
        feed.before((page, _) -> {
            if (page.offset() == 0)
                seen.add("reads %s while %s".formatted(page.partition().id(), state(sim.get())));
        });
        feed.beforeBatch(_ -> seen.add("maps while " + state(sim.get())));
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            sim.set(pipeline);
            Run run = pipeline.run(RunRequest.full("numbers"));
            assertThat(seen)
                    .containsExactly(
                            "plans while Created",
                            "reads partition-0 while WorkersRunning",
                            "reads partition-1 while WorkersRunning",
                            "maps while Consolidating",
                            "maps while Consolidating",
                            "maps while Consolidating");
            assertThat(states(pipeline, run.id()))
                    .containsExactly(
                            "Created",
                            "WorkersRunning",
                            "ConsolidationCheck",
                            "ConsolidationTriggered",
                            "Consolidating",
                            "WatermarkUpdate",
                            "Completed");
            assertThat(states(pipeline, pipeline.runs(PartitionState.MACHINE).getFirst().id()))
                    .containsExactly(
                            "PartitionPending",
                            "PartitionInProgress",
                            "PartitionFetchingPages",
                            "PartitionCompleted");
            assertThat(states(pipeline, pipeline.runs(ConsolidationState.MACHINE).getFirst().id()))
                    .containsExactly("ValidatingRun", "FetchingRawBatch", "UpdatingRunMetadata");
        }
    }

    private static String state(SimPipeline pipeline) {
        return pipeline.runs(RunState.MACHINE).getFirst().state();
    }

    /// Returns the states of a run in the order in which it entered them.
    private static List<String> states(SimPipeline pipeline, RunId run) {
        List<String> states = new ArrayList<>();
        for (HistoryEntry each : pipeline.engine().history(run, 0, 1_000)) {
            if (states.isEmpty() || !states.getLast().equals(each.state())) {
                states.add(each.state());
            }
        }
        return states;
    }

    /// DIA-39: a run is created from its type, the number of workers and the watermark before it.
    @Test
    void aRunIsCreatedFromItsTypeItsWorkersAndItsWatermark() throws Exception {
        NumbersFeed feed = new NumbersFeed("numbers", 3, 60);
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            RunId first = pipeline.start(RunRequest.full("numbers"));
            pipeline.until(first, RunState.WorkersRunning);
            assertThat(created(pipeline, first)).isEqualTo("full, 3 workers, after null");
            assertThat(pipeline.end(first).status()).isEqualTo(RunStatus.COMPLETED);
            pipeline.sim().pass(Duration.ofHours(1));
            feed.put(1, "changed", pipeline.host().now());
            feed.put(50, "changed", pipeline.host().now());
            RunId second = pipeline.start(RunRequest.incremental("numbers"));
            pipeline.until(second, RunState.WorkersRunning);
            assertThat(created(pipeline, second))
                    .isEqualTo("incremental, 2 workers, after " + SimPipeline.START);
        }
    }

    private static String created(SimPipeline pipeline, RunId run) {
        RunRow row = pipeline.row(run);
        return "%s, %d workers, after %s"
                .formatted(row.origin().type(), row.workers().expected(), row.marks().before());
    }

    @Test
    void everyPageIsRequestedOnce() throws Exception {
        NumbersFeed feed = new NumbersFeed("numbers", 3, 95);
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            RunId run = pipeline.run(RunRequest.full("numbers")).id();
            assertThat(feed.fetches()).hasSize(12);
            assertThat(feed.fetches().values()).containsOnly(1);
            assertThat(
                            pipeline.number(
                                    "select sum(records_processed) from worker_runs"
                                            + " where run_id = ?",
                                    pipeline.uuid(run)))
                    .isEqualTo(95);
        }
    }
}
