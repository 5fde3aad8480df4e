package dev.pawl.pipeline.page;

import dev.pawl.machine.Attempt;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Transaction;
import dev.pawl.pipeline.context.PipelineContext;
import dev.pawl.pipeline.feed.BudgetUsedUp;
import dev.pawl.pipeline.feed.Feed;
import dev.pawl.pipeline.feed.FeedCalls;
import dev.pawl.pipeline.feed.FeedThrottled;
import dev.pawl.pipeline.feed.PageRequest;
import dev.pawl.pipeline.feed.PageResult;
import dev.pawl.pipeline.feed.PageWrite;
import dev.pawl.pipeline.feed.Partition;
import dev.pawl.pipeline.feed.RawItem;
import dev.pawl.pipeline.lifecycle.PartitionState;
import dev.pawl.pipeline.lifecycle.RunEvent.PartitionSplit;
import dev.pawl.pipeline.lifecycle.WorkerState;
import dev.pawl.pipeline.lifecycle.WorkerState.Verb;
import dev.pawl.pipeline.table.PartitionRow;
import dev.pawl.pipeline.table.RunTable;
import dev.pawl.pipeline.table.WorkerTable;
import dev.pawl.run.Failure;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Reads one page of a partition and commits it: rows, counts, cursor and continuation at once.
final class PageStep {
    /// A page needs one request, and the last one a count and a division.
    private static final int CALLS_MAX = 20;

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
            return page(attempt, cursor, calls, state);
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
            PageCursor cursor,
            FeedCalls calls,
            WorkerState fetching)
            throws Exception {
        PartitionWork work = attempt.request();
        Feed feed = context.feed(work.feed());
        PageRequest request = work.page(cursor.offset());
        List<RawItem> items = feed.fetch(request, calls).items();
        if (items.size() > work.pageSize()) {
            throw new IllegalStateException(
                    "expected at most %d items at offset %d of %s, found %d"
                            .formatted(work.pageSize(), cursor.offset(), work.key(), items.size()));
        }
        walk(fetching, Verb.WRITE, Verb.ADVANCE);
        long next = cursor.offset() + items.size();
        PageWrite write = new PageWrite(request, items, attempt.now());
        if (items.size() == work.pageSize()) {
            List<Partition> parts = parts(feed, work, next, calls);
            if (parts.isEmpty()) return more(attempt, write, next);
            return last(attempt, write, next, parts);
        }
        long counted = feed.count(work.partition(), work.window(), calls);
        // A page that is neither full nor empty is the last one only if the source agrees.
        if (!items.isEmpty() && next < counted) return more(attempt, write, next);
        return last(attempt, write, counted, List.of());
    }

    private Outcome<PartitionEnd> more(
            Attempt<PartitionWork, PartitionEnd> attempt, PageWrite write, long next) {
        PartitionWork work = attempt.request();
        walk(WorkerState.UpdateProgress, Verb.MORE, Verb.CHECK);
        return attempt.repeatWith(PageCursor.at(next)).writing(tx -> save(tx, work, write, next));
    }

    /// Completes the partition; `parts` of it that it does not read itself become partitions.
    private Outcome<PartitionEnd> last(
            Attempt<PartitionWork, PartitionEnd> attempt,
            PageWrite write,
            long counted,
            List<Partition> parts) {
        long next = write.page().offset() + write.items().size();
        PartitionWork work = attempt.request();
        walk(WorkerState.UpdateProgress, Verb.LAST, Verb.COMPLETE, Verb.COUNT, Verb.REPORT);
        Outcome<PartitionEnd> end =
                completed(attempt, next)
                        .writing(tx -> {
                            save(tx, work, write, next);
                            if (!parts.isEmpty()) {
                                new RunTable(tx, work.run(), write.at())
                                        .split(work.partition().id(), parts);
                            }
                            worker(tx, work, write.at()).complete(counted);
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

    /// Returns the parts of a partition that proves much larger than planned; none if it is not, or
    /// if it cannot be divided.
    private List<Partition> parts(Feed feed, PartitionWork work, long next, FeedCalls calls)
            throws Exception {
        Partition partition = work.partition();
        boolean isLarge =
                next >= context.pages().splitAfter()
                        && next >= ESTIMATE_FACTOR * partition.estimate();
        // Asked once: when the bound is passed.
        if (!isLarge || next - work.pageSize() >= splitBound(partition)) return List.of();
        List<Partition> parts = new ArrayList<>();
        for (Partition part : feed.split(work.page(next), calls)) {
            String id = partition.id() + "-" + (parts.size() + 1);
            parts.add(new Partition(id, part.range(), part.estimate()));
        }
        return parts;
    }

    private long splitBound(Partition partition) {
        return Math.max(context.pages().splitAfter(), ESTIMATE_FACTOR * partition.estimate());
    }

    private void save(Transaction tx, PartitionWork work, PageWrite write, long next) {
        WorkerTable worker = worker(tx, work, write.at());
        // An empty page moves nothing, but must find the cursor where it was, too.
        if (!worker.advance(write.page().offset(), next)) {
            throw new StalePage(work, write.page().offset());
        }
        PageResult result = context.feed(work.feed()).write(tx, write);
        worker.addPage(write.items().size(), result);
    }

    private static WorkerTable worker(Transaction tx, PartitionWork work, Instant now) {
        return new WorkerTable(tx, work.run(), work.partition().id(), now);
    }

    private Outcome<PartitionEnd> failed(
            Attempt<PartitionWork, PartitionEnd> attempt, PageCursor cursor, String error) {
        PageCursor next = cursor.failed(error);
        if (next.tries() >= context.pages().tries()) {
            walk(WorkerState.FetchFromNivoda, Verb.FAIL, Verb.COUNT, Verb.REPORT);
            return attempt.goTo(PartitionState.PartitionFailed.name()).noting(next);
        }
        String note =
                "try %d of %d at offset %d: %s"
                        .formatted(next.tries(), context.pages().tries(), cursor.offset(), error);
        PartitionWork work = attempt.request();
        Instant now = attempt.now();
        return attempt.retryAfter(context.pages().delay(next.tries()), note)
                .noting(next)
                .writing(tx -> worker(tx, work, now).note(note));
    }

    private static Duration positive(Duration delay) {
        return delay.isPositive() ? delay : Duration.ofSeconds(1);
    }

    private static WorkerState walk(WorkerState from, Verb... verbs) {
        WorkerState state = from;
        for (Verb verb : verbs) state = WorkerState.TABLE.next(state, verb);
        return state;
    }
}
