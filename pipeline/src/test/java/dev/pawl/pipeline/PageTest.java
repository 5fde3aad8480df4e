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
import dev.pawl.pipeline.settings.PageSettings;
import dev.pawl.pipeline.table.PartitionRow;
import dev.pawl.pipeline.table.WorkerCounts;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Pages of a partition: tried again, refused, continued and ended.
@Timeout(120)
final class PageTest {
    private final NumbersFeed feed = new NumbersFeed("numbers", 3, 90);

    private List<PartitionRow> partitions(SimPipeline pipeline, RunId run) {
        return PartitionRow.all(pipeline.engine()::query, pipeline.uuid(run));
    }

    /// A failing page is tried three times, after 1 s and 2 s; its error is in the worker's row.
    @Test
    void aPageThatKeepsFailingFailsItsPartitionAfterThreeTries() {
        feed.before((page, _) -> {
            if (page.partition().id().equals("partition-1") && page.offset() == 10) {
                throw new IOException("server is down");
            }
        });
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            RunId run = pipeline.start(RunRequest.full("numbers"));
            pipeline.until(run, RunState.ConsolidationSkipped);
            assertThat(feed.fetches()).containsEntry("partition-1@10", 3);
            assertThat(pipeline.row(run).workers()).isEqualTo(new WorkerCounts(3, 2, 1));
            PartitionRow failed = partitions(pipeline, run).get(1);
            assertThat(failed.status()).isEqualTo("failed");
            assertThat(failed.nextOffset()).isEqualTo(10);
            assertThat(failed.error()).contains("partition-1 at offset 10", "server is down");
            assertThat(pipeline.host().now()).isEqualTo(SimPipeline.START.plusSeconds(3));
        }
    }

    @Test
    void aPageThatFailsTwiceIsReadAndItsErrorIsCleared() throws Exception {
        feed.before((page, number) -> {
            if (page.offset() == 20 && number < 3) throw new IOException("busy");
        });
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            Run run = pipeline.run(RunRequest.full("numbers"));
            assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
            assertThat(pipeline.stored("numbers")).isEqualTo(feed.expected());
            assertThat(partitions(pipeline, run.id()))
                    .hasSize(3)
                    .allSatisfy(each -> assertThat(each.error()).isNull());
        }
    }

    /// A bug in a feed is an error like any other: three tries, then the partition fails.
    @Test
    void anErrorThatLooksLikeABugIsTriedThreeTimesToo() {
        feed.before((page, _) -> {
            if (page.partition().id().equals("partition-0")) throw new NullPointerException("oops");
        });
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            RunId run = pipeline.start(RunRequest.full("numbers"));
            pipeline.until(run, RunState.ConsolidationSkipped);
            assertThat(feed.fetches()).containsEntry("partition-0@0", 3);
            assertThat(partitions(pipeline, run).getFirst().error()).contains("oops");
        }
    }

    /// D3, DIA-18 (SkipDuplicate), DIA-23: the page of a worker whose cursor was moved is refused
    /// as a whole, and the worker continues where the cursor is.
    @Test
    void aPageWhoseCursorWasMovedMeanwhileIsRefused() throws Exception {
        AtomicReference<SimPipeline> sim = new AtomicReference<>();
        feed.before((page, number) -> {
            if (page.partition().id().equals("partition-0") && page.offset() == 10 && number == 1) {
                move(sim.get(), 20);
            }
        });
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            sim.set(pipeline);
            RunId id = pipeline.run(RunRequest.full("numbers")).id();
            // The refused page, and the search for the item behind which the worker continues.
            assertThat(feed.fetches()).containsEntry("partition-0@10", 2);
            PartitionRow row = partitions(pipeline, id).getFirst();
            // The ten items of the refused page are in no count: they were written once.
            assertThat(row.counts().fetched()).isEqualTo(30);
            assertThat(pipeline.number("select writes from numbers_raw where id = '00015'"))
                    .isEqualTo(1);
            assertThat(pipeline.engine().run(id).status()).isEqualTo(RunStatus.COMPLETED);
        }
    }

    private static void move(SimPipeline pipeline, long offset) {
        pipeline.sim()
                .store()
                .commit(
                        Commit.NONE.writing(
                                List.of(tx ->
                                        tx.update(
                                                "update partition_progress set next_offset = ?"
                                                        + " where partition_id = 'partition-0'",
                                                offset))));
    }

    /// DIA-18 (SkipCompleted), D2: a second worker of a completed partition reads nothing and
    /// counts nothing.
    @Test
    void aCompletedPartitionIsNotReadAgain() throws Exception {
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            RunId run = pipeline.run(RunRequest.full("numbers")).id();
            var before = feed.fetches();
            Run first = pipeline.runs(PartitionState.MACHINE).getFirst();
            RunId again =
                    pipeline.sim()
                            .call((Engine engine) ->
                                    engine.operators()
                                            .fork(
                                                    first.id(),
                                                    PartitionState.PartitionFetchingPages.name(),
                                                    null,
                                                    SimPipeline.TESTER));
            assertThat(pipeline.end(again).status()).isEqualTo(RunStatus.COMPLETED);
            assertThat(feed.fetches()).isEqualTo(before);
            assertThat(pipeline.row(run).workers()).isEqualTo(new WorkerCounts(3, 3, 0));
        }
    }

    /// D6, INV-04: the estimate is advice.
    @Test
    void aPartitionIsReadToItsEndWhateverItsEstimateWas() throws Exception {
        feed.underestimate(10);
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            assertThat(pipeline.run(RunRequest.full("numbers")).status())
                    .isEqualTo(RunStatus.COMPLETED);
            assertThat(pipeline.stored("numbers")).hasSize(90).isEqualTo(feed.expected());
        }
    }

    /// A15: a short page is the last one only if the closing count confirms it.
    @Test
    void shortPagesInMidPartitionLoseNothing() throws Exception {
        feed.shortPages(7);
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            assertThat(pipeline.run(RunRequest.full("numbers")).status())
                    .isEqualTo(RunStatus.COMPLETED);
            assertThat(pipeline.stored("numbers")).isEqualTo(feed.expected());
        }
    }

    @Test
    void aThrottledRequestWaitsAndIsNoFailedTry() throws Exception {
        feed.before((page, number) -> {
            if (page.offset() == 10 && number <= 5) {
                throw new FeedThrottled(new Throttling(Duration.ofMinutes(1), "429"));
            }
        });
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            assertThat(pipeline.run(RunRequest.full("numbers")).status())
                    .isEqualTo(RunStatus.COMPLETED);
            assertThat(feed.fetches()).containsEntry("partition-0@10", 6);
        }
    }

    /// A source that throttles or fails when everything is read does not fail the run; what changed
    /// meanwhile is one more partition.
    @Test
    void aThrottledQuestionForChangesWaitsAndTheirPartitionIsReadLast() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        feed.changes(() -> {
            int number = asked.incrementAndGet();
            if (number <= 5) {
                throw new FeedThrottled(new Throttling(Duration.ofSeconds(30), "too many"));
            }
            if (number <= 10) throw new IOException("down");
            return Optional.of(new Partition("any", "0 90", 90));
        });
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            RunId id = pipeline.run(RunRequest.full("numbers")).id();
            assertThat(pipeline.engine().run(id).status()).isEqualTo(RunStatus.COMPLETED);
            assertThat(asked).hasValue(11);
            List<PartitionRow> rows = partitions(pipeline, id);
            assertThat(rows).hasSize(4);
            assertThat(rows.getLast().partition().id()).isEqualTo(Partition.CHANGES);
            assertThat(rows.getLast().counts().fetched()).isEqualTo(90);
        }
    }

    /// D1, DIA-22: a killed worker continues in mid-partition, and reads at most one page again.
    @Test
    void aKilledWorkerContinuesInMidPartition() throws Exception {
        List<String> crashes = new ArrayList<>();
        AtomicReference<SimPipeline> sim = new AtomicReference<>();
        feed.before((page, _) -> {
            if (page.offset() == 20 && crashes.isEmpty()) {
                crashes.add(page.partition().id());
                sim.get().sim().crash();
            }
        });
        try (SimPipeline pipeline = SimPipeline.of(feed)) {
            sim.set(pipeline);
            RunId run = pipeline.start(RunRequest.full("numbers"));
            pipeline.host().runUntil(() -> !crashes.isEmpty(), Duration.ofHours(1));
            pipeline.sim().open();
            assertThat(pipeline.end(run).status()).isEqualTo(RunStatus.COMPLETED);
            assertThat(pipeline.stored("numbers")).isEqualTo(feed.expected());
            int again = feed.fetches().values().stream().mapToInt(count -> count - 1).sum();
            assertThat(again).isBetween(1, 3);
            assertThat(pipeline.number("select max(writes) from numbers_raw")).isEqualTo(1);
        }
    }

    /// INV-06: a partition that proves too large is divided; the expected count changes in the
    /// commit that ends it.
    @Test
    void aPartitionThatProvesTooLargeIsSplit() throws Exception {
        feed.underestimate(10).divisible();
        PageSettings pages =
                new PageSettings(
                        3,
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(10),
                        Duration.ofMinutes(5),
                        20);
        try (SimPipeline pipeline = SimPipeline.of(options -> options.pages(pages), feed)) {
            Run run = pipeline.run(RunRequest.full("numbers"));
            assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
            assertThat(pipeline.row(run.id()).workers()).isEqualTo(new WorkerCounts(9, 9, 0));
            assertThat(partitions(pipeline, run.id()))
                    .extracting(each -> each.partition().id())
                    .contains("partition-0", "partition-0-1", "partition-0-2");
            assertThat(pipeline.stored("numbers")).isEqualTo(feed.expected());
            assertThat(pipeline.number("select max(writes) from numbers_raw")).isEqualTo(1);
        }
    }
}
