package dev.pawl.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.pipeline.lifecycle.RunState;
import dev.pawl.pipeline.run.RunRequest;
import dev.pawl.run.RunId;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The documented field values of `run_metadata` by state (DIA-14), one test per row.
@Timeout(120)
final class StateTableTest {
    private static final String FIELDS =
            "select completed_workers, failed_workers, completed_at is null,"
                    + " watermark_after is null, expected_workers from run_metadata";

    private final AtomicReference<SimPipeline> sim = new AtomicReference<>();
    private final AtomicReference<String> seen = new AtomicReference<>("");
    private final NumbersFeed feed = new NumbersFeed("numbers", 3, 60);

    private static String fields(SimPipeline pipeline) {
        return pipeline.engine()
                .query(
                        FIELDS,
                        row ->
                                "completed %d, failed %d, completed_at %s, watermark_after %s"
                                        .formatted(
                                                row.number(1),
                                                row.number(2),
                                                row.number(3) == 1 ? "NULL" : "set",
                                                row.number(4) == 1 ? "NULL" : "set"))
                .getFirst();
    }

    private void failPartition(String id) {
        feed.before((page, _) -> {
            if (page.partition().id().equals(id)) throw new IOException("down");
        });
    }

    @Test
    void created() throws Exception {
        // The feed is asked for its plan while the run is Created.
        NumbersFeed watched = new NumbersFeed("numbers", 3, 60).onPlan(() -> seen.set(now()));
        try (SimPipeline pipeline = SimPipeline.of(watched)) {
            sim.set(pipeline);
            var _ = pipeline.run(RunRequest.full("numbers"));
            assertThat(seen)
                    .hasValue(
                            "Created: completed 0, failed 0, completed_at NULL,"
                                    + " watermark_after NULL");
        }
    }

    private String now() {
        SimPipeline pipeline = sim.get();
        return pipeline.runs(RunState.MACHINE).getFirst().state() + ": " + fields(pipeline);
    }

    @Test
    void workersRunning() throws Exception {
        feed.before((page, _) -> {
            if (page.partition().id().equals("partition-0")) throw new IOException("down");
            if (page.partition().id().equals("partition-2") && page.offset() == 10) {
                sim.get().host().pause(Duration.ofMinutes(1));
                seen.set(now());
            }
        });
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            sim.set(pipeline);
            RunId run = pipeline.start(RunRequest.full("numbers"));
            pipeline.until(run, RunState.ConsolidationSkipped);
            assertThat(seen)
                    .hasValue(
                            "WorkersRunning: completed 1, failed 1, completed_at NULL,"
                                    + " watermark_after NULL");
        }
    }

    @Test
    void consolidationSkipped() {
        failPartition("partition-1");
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            RunId run = pipeline.start(RunRequest.full("numbers"));
            pipeline.until(run, RunState.ConsolidationSkipped);
            assertThat(fields(pipeline))
                    .isEqualTo("completed 2, failed 1, completed_at NULL, watermark_after NULL");
        }
    }

    @Test
    void consolidating() throws Exception {
        feed.beforeBatch(_ -> seen.set(now()));
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            sim.set(pipeline);
            var _ = pipeline.run(RunRequest.full("numbers"));
            assertThat(seen)
                    .hasValue(
                            "Consolidating: completed 3, failed 0, completed_at NULL,"
                                    + " watermark_after NULL");
        }
    }

    @Test
    void completed() throws Exception {
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            var _ = pipeline.run(RunRequest.full("numbers"));
            assertThat(fields(pipeline))
                    .isEqualTo("completed 3, failed 0, completed_at set, watermark_after set");
        }
    }

    @Test
    void failed() throws Exception {
        failPartition("partition-1");
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            assertThat(pipeline.run(RunRequest.full("numbers")).state())
                    .isEqualTo(RunState.Failed.name());
            assertThat(fields(pipeline))
                    .isEqualTo("completed 2, failed 1, completed_at NULL, watermark_after NULL");
        }
    }
}
