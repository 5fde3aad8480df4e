package dev.pawl.pipeline.page;

import dev.pawl.machine.Attempt;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Transaction;
import dev.pawl.pipeline.context.PipelineContext;
import dev.pawl.pipeline.feed.BudgetUsedUp;
import dev.pawl.pipeline.feed.Feed;
import dev.pawl.pipeline.feed.FeedCalls;
import dev.pawl.pipeline.feed.FeedThrottled;
import dev.pawl.pipeline.feed.PageResult;
import dev.pawl.pipeline.feed.PageWrite;
import dev.pawl.pipeline.feed.Partition;
import dev.pawl.pipeline.feed.RawItem;
import dev.pawl.pipeline.lifecycle.PartitionState;
import dev.pawl.pipeline.lifecycle.RunEvent.PartitionSplit;
import dev.pawl.pipeline.lifecycle.WorkerState;
import dev.pawl.pipeline.lifecycle.WorkerState.Verb;
import dev.pawl.pipeline.page.PageFinder.NextItems;
import dev.pawl.pipeline.table.PagePlace;
import dev.pawl.pipeline.table.PartitionRow;
import dev.pawl.pipeline.table.RunTable;
import dev.pawl.pipeline.table.WorkerTable;
import dev.pawl.run.Failure;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads one page of a partition and commits it: rows, counts, cursor and continuation at once.
final class PageStep {
    /// A page needs one request; a few more if items have moved, and the last one a count and a
    /// division.
    private static final int CALLS_MAX = 80;

    /// How often a partition is read again from its start before it fails.
    private static final int REREADS_MAX = 5;

    /// A partition is larger than planned if it has this many times its estimate.
    private static final int ESTIMATE_FACTOR = 2;

    private final PipelineContext context;

    PageStep(PipelineContext context) {
        this.context = context;
    }

    Outcome<PartitionEnd> execute(Attempt<PartitionWork, PartitionEnd> attempt)
            throws InterruptedException {
        PartitionWork work = attempt.request();
        PartitionRow row =
                PartitionRow.find(attempt::query, work.run(), work.partition().id())
                        .orElseThrow(() -> new IllegalStateException("no row of " + work.key()));
        // A worker continues at the stored cursor, also if it retries what an earlier one left.
        PageCursor cursor =
                attempt.context(PageCursor.class).orElse(PageCursor.at(row.nextOffset()));
        if (row.isCompleted()) {
            walk(WorkerState.CheckIdempotency, Verb.ALREADY_COMPLETED, Verb.COMPLETE);
            return completed(attempt, row.nextOffset());
        }
        if (cursor.offset() != row.nextOffset()) {
            walk(WorkerState.CheckIdempotency, Verb.OTHER_OFFSET, Verb.CHECK);
            return attempt.repeatWith(PageCursor.at(row.nextOffset()));
        }
        WorkerState state = walk(WorkerState.CheckIdempotency, Verb.MATCH, Verb.FETCH);
        attempt.report("reads offset " + cursor.offset());
        FeedCalls calls =
                context.calls(attempt.id(), work.feed(), context.pages().patience(), CALLS_MAX);
        try {
            return page(attempt, row.place(), calls, state);
        } catch (FeedThrottled e) {
            return attempt.waitAndRepeat(
                    positive(e.throttling().delay()), String.valueOf(e.getMessage()));
        } catch (BudgetUsedUp e) {
            return attempt.waitAndRepeat(
                    context.pages().patience(), String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            return failed(attempt, cursor, Failure.of(e).toString());
        }
    }

    private Outcome<PartitionEnd> page(
            Attempt<PartitionWork, PartitionEnd> attempt,
            PagePlace place,
            FeedCalls calls,
            WorkerState fetching)
            throws Exception {
        PartitionWork work = attempt.request();
        Feed feed = context.feed(work.feed());
        Optional<NextItems> found = new PageFinder(feed, work, calls).read(place);
        if (found.isEmpty()) return lost(attempt, place);
        NextItems items = found.get();
        walk(fetching, Verb.WRITE, Verb.ADVANCE);
        PageWrite write = new PageWrite(work.page(place.offset()), items.items(), attempt.now());
        PagePlace next =
                place.behind(items.next(), items.items().stream().map(RawItem::id).toList());
        if (items.isLast()) {
            long steady = feed.count(work.partition(), work.window(), calls);
            return last(attempt, new PageEnd(write, next, items.total(), steady), List.of());
        }
        long bound = splitBound(work.partition());
        boolean passes = place.offset() < bound && next.offset() >= bound;
        List<Partition> parts = passes ? parts(feed, work, next.offset(), calls) : List.of();
        if (!parts.isEmpty())
            return last(attempt, new PageEnd(write, next, next.offset(), 0), parts);
        walk(WorkerState.UpdateProgress, Verb.MORE, Verb.CHECK);
        return attempt.repeatWith(PageCursor.at(next.offset()))
                .writing(tx -> save(tx, work, write, next));
    }

    /// Starts the partition again. Items that were read are stored once all the same.
    private Outcome<PartitionEnd> lost(
            Attempt<PartitionWork, PartitionEnd> attempt, PagePlace place) {
        PartitionWork work = attempt.request();
        if (place.rereads() >= REREADS_MAX) {
            throw new IllegalStateException(
                    "expected one of the last %d items at about offset %d of %s, found none; the"
                                    .formatted(place.anchors().size(), place.offset(), work.key())
                            + " partition was read again %d times and moves too fast"
                                    .formatted(place.rereads()));
        }
        Instant now = attempt.now();
        return attempt.repeatWith(PageCursor.START)
                .writing(tx -> {
                    WorkerTable worker = worker(tx, work, now);
                    if (!worker.advance(place.offset(), 0)) {
                        throw new StalePage(work, place.offset());
                    }
                    worker.place(place.lost());
                });
    }

    /// Completes the partition; `parts` of it that it does not read itself become partitions.
    private Outcome<PartitionEnd> last(
            Attempt<PartitionWork, PartitionEnd> attempt, PageEnd page, List<Partition> parts) {
        PageWrite write = page.write();
        PartitionWork work = attempt.request();
        walk(WorkerState.UpdateProgress, Verb.LAST, Verb.COMPLETE, Verb.COUNT, Verb.REPORT);
        Outcome<PartitionEnd> end =
                completed(attempt, page.next().offset())
                        .writing(tx -> {
                            save(tx, work, write, page.next());
                            if (!parts.isEmpty()) {
                                new RunTable(tx, work.run(), write.at())
                                        .split(work.partition().id(), parts);
                            }
                            worker(tx, work, write.at()).complete(page.counted(), page.steady());
                        });
        if (parts.isEmpty()) return end;
        return end.sending(work.parentRun(), new PartitionSplit(work.partition().id()));
    }

    private static Outcome<PartitionEnd> completed(
            Attempt<PartitionWork, PartitionEnd> attempt, long next) {
        return attempt.goTo(
                PartitionState.PartitionCompleted.name(),
                new PartitionEnd(attempt.request().partition().id(), next));
    }

    /// Returns the number of items with which a partition proves much larger than planned. It is
    /// divided once, by the page that passes the bound.
    private long splitBound(Partition partition) {
        return Math.max(context.pages().splitAfter(), ESTIMATE_FACTOR * partition.estimate());
    }

    /// Returns the parts of a partition; none if it cannot be divided.
    private static List<Partition> parts(Feed feed, PartitionWork work, long next, FeedCalls calls)
            throws Exception {
        List<Partition> parts = new ArrayList<>();
        for (Partition part : feed.split(work.page(next), calls)) {
            String id = work.partition().id() + "-" + (parts.size() + 1);
            parts.add(new Partition(id, part.range(), part.estimate()));
        }
        return parts;
    }

    private void save(Transaction tx, PartitionWork work, PageWrite write, PagePlace next) {
        WorkerTable worker = worker(tx, work, write.at());
        // An empty page moves nothing, but must find the cursor where it was, too.
        if (!worker.advance(write.page().offset(), next.offset())) {
            throw new StalePage(work, write.page().offset());
        }
        PageResult result = context.feed(work.feed()).write(tx, write);
        worker.addPage(write.items().size(), result, next);
    }

    private static WorkerTable worker(Transaction tx, PartitionWork work, Instant now) {
        return new WorkerTable(tx, work.run(), work.partition().id(), now);
    }

    private Outcome<PartitionEnd> failed(
            Attempt<PartitionWork, PartitionEnd> attempt, PageCursor cursor, String error) {
        PageCursor next = cursor.failed(error);
        if (next.tries() >= context.pages().tries()) {
            walk(WorkerState.FetchFromNivoda, Verb.FAIL, Verb.COUNT, Verb.REPORT);
            return attempt.goTo(PartitionState.PartitionFailed.name()).withContext(next);
        }
        String note =
                "try %d of %d at offset %d: %s"
                        .formatted(next.tries(), context.pages().tries(), cursor.offset(), error);
        PartitionWork work = attempt.request();
        Instant now = attempt.now();
        return attempt.retryAfter(context.pages().delay(next.tries()), note)
                .withContext(next)
                .writing(tx -> worker(tx, work, now).note(note));
    }

    private static Duration positive(Duration delay) {
        return delay.isPositive() ? delay : Duration.ofSeconds(1);
    }

    /// The last page of a partition, and what the source counts then: all items, and those that
    /// have not changed since the run started.
    private record PageEnd(PageWrite write, PagePlace next, long counted, long steady) {}

    /// Returns the state after these transitions; throws if one of them is not in the table.
    static WorkerState walk(WorkerState from, Verb... verbs) {
        WorkerState state = from;
        for (Verb verb : verbs) state = WorkerState.TABLE.next(state, verb);
        return state;
    }
}
