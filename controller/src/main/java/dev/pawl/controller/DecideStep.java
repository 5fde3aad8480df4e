package dev.pawl.controller;

import dev.pawl.controller.DecisionRules.Answer;
import dev.pawl.controller.ObjectMachine.ObjectEnd;
import dev.pawl.controller.ObjectMachine.Phase;
import dev.pawl.controller.Problem.Retrying;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Outcome;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The step that decides: its outcome commits the decision, the memory, the pending actions and the
/// rows together.
final class DecideStep<V, M, A, U> {
    private final ControllerContext<V, M, A, U> context;

    DecideStep(ControllerContext<V, M, A, U> context) {
        this.context = context;
    }

    Outcome<ObjectEnd> decide(Attempt<ObjectRequest, ObjectEnd> attempt)
            throws InterruptedException {
        context.gate().await("the first observation of all objects", attempt::report);
        ObjectKey key = attempt.request().key();
        Instant now = attempt.now();
        ObjectContext stored = attempt.context(ObjectContext.class).orElse(null);
        ObjectEvent event = attempt.event(ObjectEvent.class).orElse(null);
        ObjectContext ordered = ordered(stored, event, now);
        Retrying retrying = context.retrying(now);
        Answer answer = context.rules().decide(key, ordered, retrying);
        ObjectRows writes = context.writes(key, attempt.id());
        return switch (answer) {
            case Answer.Gone() ->
                    attempt.finish(new ObjectEnd(stored == null ? 0 : decisions(stored)))
                            .writing(writes::gone);
            case Answer.Quiet _ -> idle(attempt, writes, ordered);
            case Answer.Noted(ObjectContext next) -> idle(attempt, writes, next);
            case Answer.Decided decided -> {
                ObjectContext next = decided.next();
                Outcome<ObjectEnd> outcome =
                        next.pending() == null ? attempt.goTo(Phase.IDLE) : attempt.next();
                yield outcome.withContext(next)
                        .writing(tx -> {
                            writes.object(tx, next, decided.summary(), now);
                            writes.decision(tx, decided, now);
                        });
            }
        };
    }

    private static long decisions(ObjectContext stored) {
        return stored.activity().decisions();
    }

    private static Outcome<ObjectEnd> idle(
            Attempt<ObjectRequest, ObjectEnd> attempt,
            ObjectRows writes,
            @Nullable ObjectContext next) {
        Outcome<ObjectEnd> outcome = attempt.goTo(Phase.IDLE);
        if (next == null) return outcome;
        Instant now = attempt.now();
        return outcome.withContext(next).writing(tx -> writes.object(tx, next, null, now));
    }

    private static ObjectContext known(@Nullable ObjectContext stored) {
        return stored != null ? stored : ObjectContext.INITIAL;
    }

    /// Returns the context after what an operator asked for.
    private static @Nullable ObjectContext ordered(
            @Nullable ObjectContext stored, @Nullable ObjectEvent event, Instant now) {
        return switch (event) {
            case null -> stored;
            case ObjectEvent.Evaluate() -> stored;
            case ObjectEvent.Hold(String actor, String reason) ->
                    known(stored).hold(new ObjectContext.Hold(actor, reason, now));
            case ObjectEvent.Release _ -> stored == null ? null : stored.hold(null);
            case ObjectEvent.Reset _ ->
                    stored == null ? null : ObjectContext.INITIAL.hold(stored.hold());
        };
    }
}
