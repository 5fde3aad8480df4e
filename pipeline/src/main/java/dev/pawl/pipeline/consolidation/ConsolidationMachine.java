package dev.pawl.pipeline.consolidation;

import static dev.pawl.pipeline.lifecycle.ConsolidationState.FetchingRawBatch;
import static dev.pawl.pipeline.lifecycle.ConsolidationState.MarkingConsolidated;
import static dev.pawl.pipeline.lifecycle.ConsolidationState.UpdatingRunMetadata;
import static dev.pawl.pipeline.lifecycle.ConsolidationState.ValidatingRun;

import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Recovery;
import dev.pawl.machine.Retry;
import dev.pawl.machine.SqlFailed;
import dev.pawl.machine.Start;
import dev.pawl.machine.Transaction;
import dev.pawl.pipeline.context.PipelineContext;
import dev.pawl.pipeline.feed.BatchClaim;
import dev.pawl.pipeline.feed.BatchResult;
import dev.pawl.pipeline.feed.Feed;
import dev.pawl.pipeline.feed.PreparedBatch;
import dev.pawl.pipeline.lifecycle.ConsolidationState;
import dev.pawl.pipeline.lifecycle.ConsolidationState.Verb;
import dev.pawl.pipeline.lifecycle.RunEvent.ConsolidatorFailed;
import dev.pawl.pipeline.table.RunRow;
import dev.pawl.run.Failure;
import dev.pawl.run.RunEnd;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// A consolidator as a machine: each commit writes one batch and claims the next.
///
/// The claim is in the run's context, so a consolidator that crashed continues with its own rows;
/// it needs no lock that could expire under it.
public final class ConsolidationMachine {
    private static final Duration BACK_OFF = Duration.ofSeconds(1);

    private final PipelineContext context;
    private final Machine<ConsolidationWork, ConsolidationEnd> machine;

    public ConsolidationMachine(PipelineContext context) {
        this.context = context;
        this.machine = build();
    }

    public Machine<ConsolidationWork, ConsolidationEnd> machine() {
        return machine;
    }

    /// Returns the start of a consolidator.
    public Start<ConsolidationWork> start(ConsolidationWork work) {
        return machine.start(work)
                .key(work.key())
                .queue(PipelineContext.CONSOLIDATION_QUEUE)
                .label("trace", work.traceId());
    }

    private Machine<ConsolidationWork, ConsolidationEnd> build() {
        return Machine.named(
                        ConsolidationState.MACHINE, ConsolidationWork.class, ConsolidationEnd.class)
                .step(
                        ValidatingRun.name(),
                        this::validate,
                        s ->
                                s.recovery(
                                        Recovery.repeatBody()
                                                .persists(
                                                        "the consolidator's row and first claim")))
                .step(
                        FetchingRawBatch.name(),
                        this::consolidate,
                        s ->
                                s.retry(retry())
                                        .recovery(
                                                Recovery.resumeBody()
                                                        .persists("a batch, and the next claim")
                                                        .note("the claimed rows are mapped again")))
                .end(UpdatingRunMetadata.name())
                .cleanup(this::release)
                .build();
    }

    /// Of commits that fail; they are soon repeated, because a batch that the database refuses
    /// fails once for each time that it is halved.
    private Retry retry() {
        return Retry.exponential(context.settings().consolidation().tries() - 1)
                .with(new Retry.Curve(Duration.ofMillis(50), 4, BACK_OFF, 0));
    }

    private Outcome<ConsolidationEnd> validate(
            Attempt<ConsolidationWork, ConsolidationEnd> attempt) {
        ConsolidationWork work = attempt.request();
        Optional<RunRow> row = RunRow.find(attempt::query, work.run());
        if (row.isEmpty()) return attempt.fail("there is no run " + work.run());
        if (row.get().completedAt() != null) {
            return attempt.fail(
                    "run %s was completed at %s".formatted(work.run(), row.get().completedAt()));
        }
        walk(ValidatingRun, Verb.VALID, Verb.LOADED);
        Feed feed = context.feed(work.feed());
        BatchClaim claim = claim(attempt, BatchCursor.FIRST);
        return attempt.next()
                .withContext(BatchCursor.FIRST)
                .writing(tx -> {
                    table(tx, work, claim.at()).create();
                    feed.claim(tx, claim);
                });
    }

    private Outcome<ConsolidationEnd> consolidate(
            Attempt<ConsolidationWork, ConsolidationEnd> attempt) throws InterruptedException {
        BatchCursor cursor = attempt.context(BatchCursor.class).orElse(BatchCursor.FIRST);
        Optional<Failure> refusal =
                attempt.lastError().filter(ConsolidationMachine::isRefusedByDatabase);
        try {
            if (refusal.isPresent()) return halve(attempt, cursor, refusal.get());
            return batch(attempt, cursor);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            return failed(attempt, cursor, Failure.of(e).toString());
        }
    }

    private Outcome<ConsolidationEnd> batch(
            Attempt<ConsolidationWork, ConsolidationEnd> attempt, BatchCursor cursor)
            throws Exception {
        ConsolidationWork work = attempt.request();
        Feed feed = context.feed(work.feed());
        attempt.report("maps batch " + cursor.batch());
        PreparedBatch batch = feed.prepare(attempt::query, claim(attempt, cursor));
        if (batch.size() == 0 && cursor.halvings() > 0) {
            // The last row of the halved claim is in quarantine, and others may be left.
            BatchClaim others = claim(attempt, cursor.next());
            return attempt.repeatWith(cursor.next()).writing(tx -> feed.claim(tx, others));
        }
        if (batch.size() == 0) {
            walk(FetchingRawBatch, Verb.NONE_LEFT, Verb.COMPLETE);
            return attempt.next(new ConsolidationEnd(cursor.batch()));
        }
        walk(FetchingRawBatch, Verb.FETCHED, Verb.MAP, Verb.PRICE, Verb.UPSERT, Verb.MARK);
        walk(MarkingConsolidated, Verb.MORE);
        BatchClaim next = claim(attempt, cursor.next());
        return attempt.repeatWith(cursor.next())
                .writing(tx -> {
                    BatchResult result = batch.write(tx);
                    if (result.rows() > batch.size()) {
                        throw new IllegalStateException(
                                "expected results of at most %d rows, found %d"
                                        .formatted(batch.size(), result.rows()));
                    }
                    table(tx, work, next.at()).add(result);
                    feed.claim(tx, next);
                });
    }

    /// An error that the same rows meet again: a constraint, a trigger, or a value that does not
    /// fit.
    private static boolean isRefusedByDatabase(Failure failure) {
        return failure.type().equals(SqlFailed.ConstraintViolated.class.getName())
                || failure.type().equals(SqlFailed.BadStatement.class.getName());
    }

    /// Continues with half of the batch, until the row that the database refuses is alone and goes
    /// to quarantine. The rest is written.
    private Outcome<ConsolidationEnd> halve(
            Attempt<ConsolidationWork, ConsolidationEnd> attempt,
            BatchCursor cursor,
            Failure refusal) {
        ConsolidationWork work = attempt.request();
        double share = context.settings().consolidation().quarantineMax();
        QuarantineBudget budget = QuarantineBudget.of(attempt::query, work.run());
        if (budget.quarantined() > share * budget.unique()) {
            return attempt.fail(
                    "expected at most %s of the items in quarantine, found %d of %d; the last: %s"
                            .formatted(
                                    share,
                                    budget.quarantined(),
                                    budget.unique(),
                                    refusal.message()));
        }
        BatchClaim claim = claim(attempt, cursor);
        attempt.report("halves batch " + cursor.batch());
        return attempt.repeatWith(cursor.halved())
                .writing(tx -> {
                    long quarantined =
                            context.feed(work.feed()).halve(tx, claim, refusal.message());
                    table(tx, work, claim.at()).add(new BatchResult(0, 0, 0, quarantined));
                });
    }

    private Outcome<ConsolidationEnd> failed(
            Attempt<ConsolidationWork, ConsolidationEnd> attempt,
            BatchCursor cursor,
            String error) {
        BatchCursor next = cursor.failed(error);
        int tries = context.settings().consolidation().tries();
        String note =
                "try %d of %d of batch %d: %s"
                        .formatted(next.tries(), tries, cursor.batch(), error);
        ConsolidationWork work = attempt.request();
        Instant now = attempt.now();
        if (next.tries() >= tries) {
            return attempt.fail(note)
                    .withContext(next)
                    .writing(tx -> table(tx, work, now).note(note));
        }
        return attempt.retryAfter(BACK_OFF.multipliedBy(1L << (next.tries() - 1)), note)
                .withContext(next)
                .writing(tx -> table(tx, work, now).note(note));
    }

    /// Returns the rows of the last claim, and reports the end to the run.
    private Outcome<ConsolidationEnd> release(
            Attempt<ConsolidationWork, ConsolidationEnd> attempt) {
        ConsolidationWork work = attempt.request();
        BatchCursor cursor = attempt.context(BatchCursor.class).orElse(BatchCursor.FIRST);
        BatchClaim claim = claim(attempt, cursor);
        String why =
                attempt.ending()
                        .map(RunEnd::failure)
                        .map(Failure::message)
                        .orElse("ended without a reason");
        return attempt.next()
                .writing(tx -> context.feed(work.feed()).release(tx, claim))
                .sending(work.parentRun(), new ConsolidatorFailed(work.number(), why));
    }

    private static ConsolidatorTable table(Transaction tx, ConsolidationWork work, Instant now) {
        return new ConsolidatorTable(tx, work.run(), work.number(), now);
    }

    /// A claim is named by the run of the consolidator, so that one which is started later for the
    /// same rows cannot be taken for it.
    private static BatchClaim claim(
            Attempt<ConsolidationWork, ConsolidationEnd> attempt, BatchCursor cursor) {
        ConsolidationWork work = attempt.request();
        String id = attempt.id() + "/" + cursor.batch();
        return new BatchClaim(work.run(), id, work.batch(), attempt.now());
    }

    private static void walk(ConsolidationState from, Verb... verbs) {
        ConsolidationState state = from;
        for (Verb verb : verbs) state = ConsolidationState.TABLE.next(state, verb);
    }
}
