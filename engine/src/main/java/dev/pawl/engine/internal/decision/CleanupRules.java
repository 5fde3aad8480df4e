package dev.pawl.engine.internal.decision;

import dev.pawl.machine.Definition;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Retry;
import dev.pawl.run.Failure;
import dev.pawl.run.HistoryEntry.Kind;
import dev.pawl.run.Payload;
import dev.pawl.run.RunEnd;
import dev.pawl.run.RunStatus.Verb;
import java.time.Duration;
import java.time.Instant;

/// The rules for what the body of a cleanup answers: it is tried again as its policy says, and the
/// run ends as was decided before, whatever comes of it.
final class CleanupRules {
    private CleanupRules() {}

    static void answered(Draft draft, Input.Answered answer) {
        switch (answer.outcome()) {
            case Outcome.Next<Payload> _, Outcome.Finish<Payload> _ -> {
                OutcomeRules.carry(draft, answer);
                EndRules.end(draft, ending(draft));
            }
            case Outcome.RetryAfter<Payload> retry -> {
                OutcomeRules.carry(draft, answer);
                failed(draft, Failure.of("RetryAfter", retry.reason()), false, retry.delay());
            }
            case Outcome.Abort<Payload> abort -> {
                OutcomeRules.carry(draft, answer);
                giveUp(draft, Failure.of("Abort", abort.reason()));
            }
            case Outcome.Fail<Payload> fail -> {
                OutcomeRules.carry(draft, answer);
                giveUp(draft, Failure.of("Fail", fail.reason()));
            }
            case Outcome.GoTo<Payload> _,
                    Outcome.Repeat<Payload> _,
                    Outcome.WaitAndRepeat<Payload> _,
                    Outcome.ExecuteBody<Payload> _ -> {
                String message =
                        "a cleanup cannot change the state: return next, retryAfter, abort or fail";
                giveUp(draft, Failure.of("WrongOutcome", message));
            }
        }
    }

    static void threw(Draft draft, Failure failure, Input.Severity severity) {
        switch (severity) {
            case ABORT, FAIL -> giveUp(draft, failure);
            case RETRY -> failed(draft, failure, false, OutcomeRules.BY_POLICY);
            case BUG -> failed(draft, failure, true, OutcomeRules.BY_POLICY);
        }
    }

    private static void failed(Draft draft, Failure failure, boolean bug, Duration named) {
        Definition.Cleanup cleanup = draft.definition.cleanup();
        Retry retry = cleanup == null ? Retry.never() : cleanup.retry();
        Instant at = Decide.retryAt(draft, retry, bug, named);
        if (at == null) {
            giveUp(draft, failure);
            return;
        }
        draft.run = draft.run.with(draft.run.progress().failed(failure));
        draft.to(Verb.CLEAN, at);
        draft.note(Kind.ATTEMPT_FAILED, "cleanup: " + failure + "; again at " + at);
    }

    private static void giveUp(Draft draft, Failure failure) {
        draft.run = draft.run.with(draft.run.progress().failed(failure));
        draft.note(Kind.CLEANUP_FAILED, failure.toString());
        EndRules.end(draft, ending(draft));
    }

    static RunEnd ending(Draft draft) {
        RunEnd ending = draft.run.condition().ending();
        if (ending == null) {
            throw new IllegalStateException(draft.run.id() + " is cleaning up without an end");
        }
        return ending;
    }
}
