package dev.pawl.pipeline.page;

import static dev.pawl.pipeline.lifecycle.PartitionState.PartitionCompleted;
import static dev.pawl.pipeline.lifecycle.PartitionState.PartitionFailed;
import static dev.pawl.pipeline.lifecycle.PartitionState.PartitionFetchingPages;
import static dev.pawl.pipeline.lifecycle.PartitionState.PartitionInProgress;
import static dev.pawl.pipeline.lifecycle.PartitionState.PartitionPending;

import dev.pawl.machine.Attempt;
import dev.pawl.machine.JsonCodec;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Recovery;
import dev.pawl.machine.Retry;
import dev.pawl.machine.Start;
import dev.pawl.pipeline.context.PipelineContext;
import dev.pawl.pipeline.lifecycle.PartitionState;
import dev.pawl.pipeline.table.WorkerTable;
import dev.pawl.run.RunEnd;
import java.time.Instant;

/// The lifecycle of a partition as a machine: one page per attempt, and one commit per page.
///
/// The commit that ends a partition also counts it in the row of its run: the last page does for a
/// completed one, the cleanup for any other end.
public final class PartitionMachine {
    private final PipelineContext context;
    private final PageStep pages;
    private final Machine<PartitionWork, PartitionEnd> machine;

    public PartitionMachine(PipelineContext context) {
        this.context = context;
        this.pages = new PageStep(context);
        this.machine = build();
    }

    public Machine<PartitionWork, PartitionEnd> machine() {
        return machine;
    }

    /// Returns the start of a partition.
    public Start<PartitionWork> start(PartitionWork work) {
        return machine.start(work)
                .key(work.key())
                .queue(PipelineContext.PARTITION_QUEUE)
                .label("trace", work.traceId());
    }

    private Machine<PartitionWork, PartitionEnd> build() {
        return Machine.named(PartitionState.MACHINE, PartitionWork.class, PartitionEnd.class)
                .step(
                        PartitionPending.name(),
                        Attempt::next,
                        s -> s.recovery(Recovery.repeatBody().persists("the work item")))
                .step(
                        PartitionInProgress.name(),
                        this::create,
                        s ->
                                s.recovery(
                                        Recovery.repeatBody()
                                                .persists("the rows of worker and cursor")))
                .step(
                        PartitionFetchingPages.name(),
                        pages::execute,
                        s ->
                                s.timeout(context.pages().timeout())
                                        .retry(Retry.fixed(context.pages().tries() - 1))
                                        .goesTo(PartitionFailed.name())
                                        .goesTo(PartitionCompleted.name())
                                        .recovery(
                                                Recovery.resumeBody()
                                                        .persists("a page and its cursor")
                                                        .note("at most one page is read again")))
                .step(
                        PartitionFailed.name(),
                        PartitionMachine::fail,
                        s -> s.recovery(Recovery.repeatBody().persists("the last error")))
                .end(PartitionCompleted.name())
                .cleanup(this::recordEnd)
                .build();
    }

    private Outcome<PartitionEnd> create(Attempt<PartitionWork, PartitionEnd> attempt) {
        PartitionWork work = attempt.request();
        String workItem = workItem(work);
        String worker = context.worker();
        Instant now = attempt.now();
        return attempt.next()
                .writing(tx ->
                        new WorkerTable(tx, work.run(), work.partition().id(), now)
                                .create(worker, workItem));
    }

    private static Outcome<PartitionEnd> fail(Attempt<PartitionWork, PartitionEnd> attempt) {
        return attempt.fail(
                attempt.context(PageCursor.class)
                        .map(cursor -> error(attempt.request(), cursor))
                        .orElse("unknown error"));
    }

    private static String error(PartitionWork work, PageCursor cursor) {
        return "%s at offset %d: %s"
                .formatted(work.partition().id(), cursor.offset(), cursor.error());
    }

    /// Counts a partition that ended in any way but its last page: failed, exhausted, cancelled,
    /// expired.
    private Outcome<PartitionEnd> recordEnd(Attempt<PartitionWork, PartitionEnd> attempt) {
        PartitionWork work = attempt.request();
        String workItem = workItem(work);
        String worker = context.worker();
        Instant now = attempt.now();
        String error =
                attempt.ending()
                        .map(RunEnd::failure)
                        .map(failure -> failure.message())
                        .orElse("ended without a reason");
        return attempt.next()
                .writing(tx ->
                        new WorkerTable(tx, work.run(), work.partition().id(), now)
                                .fail(worker, workItem, error));
    }

    /// Returns the work item as the row of the worker keeps it.
    public static String workItem(PartitionWork work) {
        return JsonCodec.JSON.encode(work).text();
    }
}
