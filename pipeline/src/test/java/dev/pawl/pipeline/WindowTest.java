package dev.pawl.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Engine;
import dev.pawl.engine.Refused;
import dev.pawl.engine.store.Commit;
import dev.pawl.machine.Uniqueness;
import dev.pawl.pipeline.feed.Window;
import dev.pawl.pipeline.lifecycle.RunState;
import dev.pawl.pipeline.run.RunRequest;
import dev.pawl.pipeline.run.RunType;
import dev.pawl.pipeline.table.RunRow;
import dev.pawl.pipeline.table.WorkerCounts;
import dev.pawl.pipeline.watermark.DirectoryMirror;
import dev.pawl.pipeline.watermark.RewindMachine;
import dev.pawl.pipeline.watermark.Watermark;
import dev.pawl.pipeline.watermark.WatermarkLedger;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Windows and watermarks of runs.
@Timeout(120)
final class WindowTest {
    private final NumbersFeed feed = new NumbersFeed("numbers", 3, 30);

    @TempDir private Path directory;

    private static Watermark watermark(SimPipeline pipeline) {
        return Watermark.find(pipeline.engine()::query, "numbers").orElseThrow();
    }

    /// DIA-34, INV-07, A8: from the watermark minus the overlap to the time of creation.
    @Test
    void anIncrementalWindowStartsFifteenMinutesBeforeTheWatermark() throws Exception {
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            var _ = pipeline.run(RunRequest.full("numbers"));
            pipeline.sim().pass(Duration.ofHours(1));
            Instant now = pipeline.host().now();
            RunRow row = pipeline.row(pipeline.run(RunRequest.incremental("numbers")).id());
            Instant from = SimPipeline.START.minus(Duration.ofMinutes(15));
            assertThat(feed.windows())
                    .containsExactly(new Window(null, SimPipeline.START), new Window(from, now));
            assertThat(row.window()).isEqualTo(new Window(from, now));
            assertThat(row.marks()).isEqualTo(new RunRow.Marks(SimPipeline.START, now));
        }
    }

    /// INV-26: nothing changed, so the run has nothing to do and moves the watermark.
    @Test
    void anEmptyWindowMovesTheWatermark() throws Exception {
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            var _ = pipeline.run(RunRequest.full("numbers"));
            pipeline.sim().pass(Duration.ofHours(1));
            Instant now = pipeline.host().now();
            Run run = pipeline.run(RunRequest.incremental("numbers"));
            assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
            assertThat(pipeline.row(run.id()).workers()).isEqualTo(new WorkerCounts(0, 0, 0));
            assertThat(watermark(pipeline).value()).isEqualTo(now);
            assertThat(watermark(pipeline).version()).isEqualTo(2);
        }
    }

    /// DIA-36: a failed run leaves the watermark, and the next one takes the same data again.
    @Test
    void theRunAfterAFailedOneStartsAtTheSameWatermark() throws Exception {
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            var _ = pipeline.run(RunRequest.full("numbers"));
            pipeline.sim().pass(Duration.ofHours(1));
            feed.put(3, "changed", pipeline.host().now());
            feed.before((_, _) -> {
                throw new IOException("down");
            });
            assertThat(pipeline.run(RunRequest.incremental("numbers")).status())
                    .isEqualTo(RunStatus.FAILED);
            assertThat(watermark(pipeline).value()).isEqualTo(SimPipeline.START);
            feed.before((_, _) -> {});
            assertThat(pipeline.run(RunRequest.incremental("numbers")).status())
                    .isEqualTo(RunStatus.COMPLETED);
            assertThat(feed.windows().get(2).from()).isEqualTo(feed.windows().get(1).from());
            assertThat(pipeline.stored("numbers")).isEqualTo(feed.expected());
        }
    }

    /// D12, D22, DIA-5, A9: a watermark that changed meanwhile is not overwritten; nothing of the
    /// completion is written, and the alert is critical.
    @Test
    void aWatermarkThatChangedMeanwhileFailsTheRunAsCritical() throws Exception {
        AtomicReference<SimPipeline> sim = new AtomicReference<>();
        feed.beforeBatch(_ -> later(sim.get()));
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            sim.set(pipeline);
            Run run = pipeline.run(RunRequest.full("numbers"));
            assertThat(run.status()).isEqualTo(RunStatus.FAILED);
            RunRow row = pipeline.row(run.id());
            assertThat(row.completedAt()).isNull();
            assertThat(row.notes().report()).isNull();
            assertThat(row.notes().failure())
                    .isEqualTo("expected version 0 of the watermark of numbers, found 1");
            assertThat(watermark(pipeline).value())
                    .isEqualTo(SimPipeline.START.plus(Duration.ofDays(1)));
            assertThat(pipeline.alerts()).singleElement().asString().contains("CRITICAL");
        }
    }

    private static void later(SimPipeline pipeline) {
        if (!Watermark.all(pipeline.engine()::query).isEmpty()) return;
        Instant value = SimPipeline.START.plus(Duration.ofDays(1));
        pipeline.sim()
                .store()
                .commit(
                        Commit.NONE.writing(
                                List.of(tx ->
                                        new WatermarkLedger("numbers")
                                                .advance(
                                                        tx,
                                                        new WatermarkLedger.Change(0, value, value),
                                                        UUID.randomUUID()))));
    }

    @Test
    void aClockBehindTheWatermarkIsRefused() throws Exception {
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            later(pipeline);
            Run run = pipeline.run(RunRequest.incremental("numbers"));
            assertThat(run.status()).isEqualTo(RunStatus.FAILED);
            assertThat(run.failure().orElseThrow().message()).contains("check the clock");
        }
    }

    /// INV-10: a second start is refused, attached or queued, as the caller wants.
    @Test
    void aFeedHasOneActiveRun() throws Exception {
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            RunId first = pipeline.start(RunRequest.full("numbers"));
            assertThatThrownBy(() -> pipeline.start(RunRequest.full("numbers")))
                    .isInstanceOf(Refused.AlreadyRunning.class);
            var again = pipeline.get().start(RunRequest.full("numbers"));
            RunId attached =
                    pipeline.sim()
                            .call((Engine engine) -> engine.start(again.unique(Uniqueness.ATTACH)));
            assertThat(attached).isEqualTo(first);
            RunId queued =
                    pipeline.sim()
                            .call((Engine engine) ->
                                    engine.start(again.unique(Uniqueness.QUEUE_BEHIND)));
            assertThat(pipeline.end(queued).status()).isEqualTo(RunStatus.COMPLETED);
            assertThat(pipeline.engine().run(first).status()).isEqualTo(RunStatus.COMPLETED);
            assertThat(watermark(pipeline).version()).isEqualTo(2);
            assertThatThrownBy(() -> pipeline.start(RunRequest.full("stones")))
                    .hasMessage("no feed 'stones' is registered (registered: numbers)");
        }
    }

    /// DIA-35: the mirror has the document's JSON.
    @Test
    void theWatermarkIsMirroredToAFile() throws Exception {
        try (SimPipeline pipeline =
                SimPipeline.of(options -> options.mirror(new DirectoryMirror(directory)), feed)) {
            RunId run = pipeline.run(RunRequest.full("numbers")).id();
            String completed = watermark(pipeline).updatedAt().toString();
            assertThat(directory.resolve("numbers.json"))
                    .hasContent(
                            """
                            {"lastUpdatedAt":"2026-01-01T00:00:00Z","lastRunId":"%s",\
                            "lastRunCompletedAt":"%s"}\
                            """
                                    .formatted(pipeline.uuid(run), completed));
            assertThat(directory).isDirectoryContaining("glob:**/numbers.json");
            assertThat(directory.toFile().list()).hasSize(1);
        }
    }

    /// A9: the row is the truth. A mirror that cannot be written is retried, then reported.
    @Test
    void aMirrorThatCannotBeWrittenAlertsAndLeavesTheRunCompleted() throws Exception {
        Path blocked = Files.writeString(directory.resolve("file"), "").resolve("below");
        try (SimPipeline pipeline =
                SimPipeline.of(options -> options.mirror(new DirectoryMirror(blocked)), feed)) {
            Run run = pipeline.run(RunRequest.full("numbers"));
            assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
            pipeline.sim().pass(Duration.ofHours(2));
            assertThat(pipeline.runs("pipeline-mirror"))
                    .singleElement()
                    .satisfies(
                            mirror -> assertThat(mirror.status()).isEqualTo(RunStatus.EXHAUSTED));
            assertThat(pipeline.alerts())
                    .singleElement()
                    .asString()
                    .contains("CRITICAL", "its copy is not");
            assertThat(watermark(pipeline).value()).isEqualTo(SimPipeline.START);
        }
    }

    /// INV-08: a rewind names who and why, shows first what would be loaded again, and is refused
    /// if the watermark is no longer the one that was shown.
    @Test
    void aRewindMovesTheWatermarkBackAndStaysInTheHistory() throws Exception {
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            var _ = pipeline.run(RunRequest.full("numbers"));
            Instant to = SimPipeline.START.minus(Duration.ofDays(2));
            var preview =
                    RewindMachine.preview(pipeline.engine()::query, "numbers", to).orElseThrow();
            assertThat(preview)
                    .isEqualTo(new RewindMachine.Preview(1, SimPipeline.START, to, 1, 30));
            Run done = rewind(pipeline, preview.version(), to);
            assertThat(done.status()).isEqualTo(RunStatus.COMPLETED);
            assertThat(watermark(pipeline).value()).isEqualTo(to);
            assertThat(new WatermarkLedger("numbers").history(pipeline.engine()::query, 10))
                    .extracting(each -> each.version() + " " + each.actor() + " " + each.value())
                    .containsExactly("2 tester " + to, "1 engine " + SimPipeline.START);
            Run refused = rewind(pipeline, preview.version(), to.minusSeconds(1));
            assertThat(refused.status()).isEqualTo(RunStatus.ABORTED);
            assertThat(refused.failure().orElseThrow().message())
                    .contains("expected version 1", "found 2");
            assertThat(rewind(pipeline, 2, to).status()).isEqualTo(RunStatus.ABORTED);
            assertThat(watermark(pipeline).version()).isEqualTo(2);
        }
    }

    private static Run rewind(SimPipeline pipeline, long version, Instant to)
            throws InterruptedException {
        var request = new RewindMachine.Rewind("numbers", version, to, "tester", "wrong prices");
        return pipeline.end(
                pipeline.sim()
                        .call((Engine engine) -> engine.start(pipeline.get().rewind(request))));
    }

    /// INV-32: a completed run starts the next feed, with its trace id.
    @Test
    void aCompletedRunStartsTheNextFeed() throws Exception {
        NumbersFeed next = new NumbersFeed("next", 2, 20);
        try (SimPipeline pipeline =
                SimPipeline.of(
                        options -> options.chain("numbers", "next", RunType.AUTO), feed, next)) {
            var _ = pipeline.run(RunRequest.full("numbers").trace("trace-7"));
            pipeline.sim().pass(Duration.ofMinutes(1));
            Run second = pipeline.runs(RunState.MACHINE).getLast();
            assertThat(second.status()).isEqualTo(RunStatus.COMPLETED);
            assertThat(pipeline.row(second.id()).origin().feed()).isEqualTo("next");
            assertThat(pipeline.row(second.id()).origin().traceId()).isEqualTo("trace-7");
            assertThat(pipeline.stored("next")).isEqualTo(next.expected());
        }
    }
}
