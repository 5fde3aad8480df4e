package dev.pawl.engine.internal.decision;

import dev.pawl.machine.Outcome;
import dev.pawl.machine.State;
import dev.pawl.run.Data;
import dev.pawl.run.Failure;
import dev.pawl.run.HistoryEntry.Kind;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunEnd;
import dev.pawl.run.RunStatus;
import dev.pawl.run.RunStatus.Verb;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The rules for what a body answers: the part of [Decide] that a step's outcome goes through.
///
/// Only the outcome of the running attempt counts. Outcomes of a cleanup are in [CleanupRules].
final class OutcomeRules {
    /// The policy's own delay is wanted, not one that the step named.
    static final Duration BY_POLICY = Duration.ofNanos(-1);

    private OutcomeRules() {}

    static void answered(Draft draft, Input.Answered answer) {
        if (!draft.isInFlight()) return;
        if (draft.run.status() == RunStatus.CLEANING) {
            CleanupRules.answered(draft, answer);
            return;
        }
        if (stopped(draft) || leftBehind(draft)) return;
        if (Decide.step(draft).alwaysFails() && !isFailure(answer.outcome())) {
            String found = answer.outcome().getClass().getSimpleName();
            wrong(draft, "it always fails, so it may answer only Fail or Abort, found " + found);
            return;
        }
        switch (answer.outcome()) {
            case Outcome.Next<Payload> _ -> {
                carry(draft, answer);
                go(draft, draft.definition.after(draft.run.state()), answer);
            }
            case Outcome.Finish<Payload> _ -> finished(draft, answer);
            case Outcome.GoTo<Payload> jump -> jumped(draft, jump.state(), answer);
            case Outcome.Repeat<Payload> again -> again(draft, again.delay(), answer);
            case Outcome.WaitAndRepeat<Payload> later -> later(draft, later, answer);
            case Outcome.RetryAfter<Payload> retry -> {
                carry(draft, answer);
                Failure failure = Failure.of("RetryAfter", retry.reason());
                failed(draft, failure, Input.Severity.RETRY, retry.delay());
            }
            case Outcome.Abort<Payload> abort -> {
                carry(draft, answer);
                EndRules.finish(draft, RunEnd.of(RunStatus.ABORTED, "Abort", abort.reason()));
            }
            case Outcome.Fail<Payload> fail -> {
                carry(draft, answer);
                EndRules.finish(draft, RunEnd.of(RunStatus.FAILED, "Fail", fail.reason()));
            }
            case Outcome.ExecuteBody<Payload> _ ->
                    wrong(draft, "only a recovery body may answer with executeBody()");
        }
    }

    private static boolean isFailure(Outcome<Payload> outcome) {
        return outcome instanceof Outcome.Fail || outcome instanceof Outcome.Abort;
    }

    static void threw(Draft draft, Failure failure, Input.Severity severity) {
        if (!draft.isInFlight()) return;
        if (draft.run.status() == RunStatus.CLEANING) {
            CleanupRules.threw(draft, failure, severity);
        } else if (!stopped(draft) && !leftBehind(draft)) {
            failed(draft, failure, severity, BY_POLICY);
        }
    }

    static void timedOut(Draft draft, Failure failure) {
        if (!draft.isInFlight()) return;
        if (draft.run.status() == RunStatus.CLEANING) {
            CleanupRules.threw(draft, failure, Input.Severity.RETRY);
        } else if (!stopped(draft) && !leftBehind(draft)) {
            draft.note(Kind.ATTEMPT_TIMED_OUT, failure.message());
            failed(draft, failure, Input.Severity.RETRY, BY_POLICY);
        }
    }

    static void revoked(Draft draft, String pool) {
        if (!draft.isInFlight()) return;
        String why = "its permits of %s were taken back".formatted(pool);
        if (draft.run.status() == RunStatus.CLEANING) {
            // They were those of the body before; the cleanup was only hit.
            CleanupRules.threw(draft, Failure.of("Revoked", why), Input.Severity.RETRY);
        } else if (!stopped(draft) && !leftBehind(draft)) {
            draft.admit(Decide.step(draft), Kind.INTERRUPTED, why);
        }
    }

    /// Ends a run whose body came back after it was asked to stop; what the body answered does not
    /// count: the cause that was recorded first wins.
    private static boolean stopped(Draft draft) {
        RunEnd ending = draft.run.condition().ending();
        if (ending == null) return false;
        EndRules.finish(draft, ending);
        return true;
    }

    /// Goes where an operator or an event sent the run while its body was executing.
    private static boolean leftBehind(Draft draft) {
        return draft.divert(Decide.step(draft), Kind.INTERRUPTED);
    }

    private static void finished(Draft draft, Input.Answered answer) {
        if (!Decide.step(draft).finishes()) {
            wrong(
                    draft,
                    "it answered with finish, which is not declared; declare it with finishes()");
            return;
        }
        carry(draft, answer);
        go(draft, draft.definition.mainEnd(), answer);
    }

    private static void jumped(Draft draft, String target, Input.Answered answer) {
        State.Step step = Decide.step(draft);
        if (draft.run.progress().interrupted() && target.equals(step.recovery().target())) {
            recovered(draft, target, answer);
            return;
        }
        Optional<State.Jump> jump =
                step.jumps().stream().filter(j -> j.target().equals(target)).findFirst();
        if (jump.isEmpty()) {
            wrong(draft, undeclared(draft, step, target));
            return;
        }
        int timesMax = jump.get().timesMax();
        boolean bounded = timesMax != State.Jump.UNSPECIFIED && timesMax != State.Jump.UNBOUNDED;
        if (bounded && draft.run.progress().visits(step.name(), target) >= timesMax) {
            String why =
                    "'%s' went to '%s' %d times, the bound"
                            .formatted(step.name(), target, timesMax);
            EndRules.finish(draft, RunEnd.of(RunStatus.EXHAUSTED, "Jumps", why));
            return;
        }
        carry(draft, answer);
        if (bounded) draft.run = draft.run.with(draft.run.progress().withJump(step.name(), target));
        go(draft, draft.definition.state(target), answer);
    }

    /// Goes back after a crash. That is no jump of the machine's own, so it has no part in the
    /// bound of one; the crashes count on, and [RecoveryRules] compares them with theirs.
    private static void recovered(Draft draft, String target, Input.Answered answer) {
        carry(draft, answer);
        draft.run = draft.run.with(draft.run.progress().withRecovery(draft.run.state()));
        go(draft, draft.definition.state(target), answer);
    }

    /// Says what is missing in the definition of a step that goes to `target`, and how to add it.
    private static String undeclared(Draft draft, State.Step step, String target) {
        List<String> names = draft.definition.names();
        String found = "it answered with goTo('%s'), ".formatted(target);
        if (!names.contains(target)) {
            return found + "which does not exist (has: %s)".formatted(String.join(", ", names));
        }
        List<String> declared = step.jumps().stream().map(State.Jump::target).toList();
        boolean back = names.indexOf(target) <= names.indexOf(step.name());
        String how =
                back
                        ? "goesTo(\"%1$s\", times) or loopsTo(\"%1$s\")".formatted(target)
                        : "goesTo(\"%s\")".formatted(target);
        return found
                + "which is not declared (declared: %s); declare it with %s"
                        .formatted(declared.isEmpty() ? "none" : String.join(", ", declared), how);
    }

    private static void again(Draft draft, Duration delay, Input.Answered answer) {
        carry(draft, answer);
        draft.run = draft.run.with(draft.run.data().withoutMemos());
        draft.run = draft.run.with(draft.run.progress().entering(draft.now()));
        if (delay.isPositive()) {
            Instant at = draft.after(delay);
            backOff(draft, at, Kind.REPEATED, "repeats at " + at);
        } else if (draft.run.condition().pausing()) {
            draft.pause(RunStatus.RUNNING, Kind.REPEATED, null);
        } else {
            draft.execute(Kind.REPEATED, null);
        }
    }

    private static void later(
            Draft draft, Outcome.WaitAndRepeat<Payload> later, Input.Answered answer) {
        carry(draft, answer);
        draft.run = draft.run.with(draft.run.data().withoutMemos());
        draft.run = draft.run.with(draft.run.progress().waiting(draft.now(), later.reason()));
        Instant at = draft.after(later.delay());
        backOff(draft, at, Kind.REPEATED, "repeats at %s: %s".formatted(at, later.reason()));
    }

    /// Enters the state that an outcome leads to, and sets the timer that it named for it.
    private static void go(Draft draft, State state, Input.Answered answer) {
        if (state instanceof State.Wait) draft.waking(answer.outcome().extras().wake());
        draft.enter(state, Kind.ENTERED, null);
    }

    /// Takes over what came with an outcome: response, context, children and events.
    static void carry(Draft draft, Input.Answered answer) {
        draft.accept();
        Data data = draft.run.data().withResponse(answer.response());
        if (answer.context() != null) data = data.withContext(answer.context());
        int children = children(draft.run, answer.launches());
        if (children > 0) data = data.withFamily(data.family().withStarted(children));
        draft.run = draft.run.with(data);
        draft.start(answer.launches());
        if (!answer.messages().isEmpty()) draft.send(answer.messages());
        if (!answer.undelivered().isEmpty()) noteUndelivered(draft, answer.undelivered());
    }

    private static int children(Run run, List<Launch> launches) {
        if (launches.isEmpty()) return 0;
        int children = 0;
        for (Launch launch : launches) {
            if (run.id().equals(launch.origin().links().parent())) children++;
        }
        return children;
    }

    private static void noteUndelivered(Draft draft, List<Input.Undelivered> undelivered) {
        for (Input.Undelivered lost : undelivered) {
            String detail = "%s to run %s: %s".formatted(lost.event(), lost.to(), lost.reason());
            draft.note(Kind.EVENT_UNDELIVERED, detail);
        }
    }

    private static void failed(
            Draft draft, Failure failure, Input.Severity severity, Duration named) {
        State.Step step = Decide.step(draft);
        switch (severity) {
            case ABORT -> failedAs(draft, new RunEnd(RunStatus.ABORTED, failure));
            case FAIL -> failedAs(draft, new RunEnd(RunStatus.FAILED, failure));
            case RETRY, BUG -> {
                boolean bug = severity == Input.Severity.BUG;
                Instant at = Decide.retryAt(draft, step.retry(), bug, named);
                if (at == null) {
                    failedAs(draft, Decide.exhausted(failure));
                    return;
                }
                draft.run = draft.run.with(draft.run.progress().failed(failure));
                backOff(draft, at, Kind.ATTEMPT_FAILED, failure + "; again at " + at);
            }
        }
    }

    private static void failedAs(Draft draft, RunEnd end) {
        Run run = draft.run;
        Failure failure = end.failure();
        if (failure != null) {
            draft.run = run.with(run.progress().failed(failure));
            draft.note(Kind.ATTEMPT_FAILED, failure.toString());
        }
        EndRules.finish(draft, end);
    }

    private static void backOff(Draft draft, Instant at, Kind kind, String detail) {
        if (draft.run.condition().pausing()) {
            draft.run = draft.run.with(draft.run.timing().withTimer(at));
            draft.pause(RunStatus.BACKING_OFF, kind, detail);
        } else {
            draft.to(Verb.BACK_OFF, at);
            draft.note(kind, detail);
        }
    }

    /// A body that answers against its definition has a bug that no retry mends.
    private static void wrong(Draft draft, String message) {
        String where = "step '%s' of %s: ".formatted(draft.run.state(), draft.definition.ref());
        failedAs(draft, RunEnd.of(RunStatus.FAILED, "WrongOutcome", where + message));
    }
}
