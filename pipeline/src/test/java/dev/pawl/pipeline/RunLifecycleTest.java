package dev.pawl.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.pipeline.run.RunReport;
import dev.pawl.pipeline.run.RunRequest;
import dev.pawl.pipeline.table.RunRow;
import dev.pawl.pipeline.table.WorkerCounts;
import dev.pawl.pipeline.watermark.Watermark;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
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
