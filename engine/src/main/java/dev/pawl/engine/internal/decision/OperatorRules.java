package dev.pawl.engine.internal.decision;

import dev.pawl.engine.Command;
import dev.pawl.engine.Refused;
import dev.pawl.machine.State;
import dev.pawl.run.Condition;
import dev.pawl.run.HistoryEntry.Kind;
import dev.pawl.run.Message;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunEnd;
import dev.pawl.run.RunStatus;
import dev.pawl.run.RunStatus.Verb;
import org.jspecify.annotations.Nullable;

/// The rules for operators: the part of [Decide] that commands go through.
///
/// A command that cannot be obeyed throws [Refused]; one that changes nothing is obeyed.
final class OperatorRules {
    private OperatorRules() {}

    static void ordered(Draft draft, Input.Ordered order) {
        switch (order.command()) {
            case Command.Pause() -> pause(draft, order.reason());
            case Command.Resume() -> resume(draft, order.reason());
            case Command.Cancel() -> cancel(draft, order);
            case Command.RetryNow() -> retry(draft, order.reason());
            case Command.GoTo(var state) -> goTo(draft, state, Kind.WENT_TO, order.reason());
            case Command.Skip() ->
                    goTo(draft, afterSkipping(draft), Kind.STATE_SKIPPED, order.reason());
        }
    }

    /// Returns the refusal of a command to a run that has ended.
    static Refused afterTheEnd(Run run, Command command) {
        return new Refused.Ended(message(run, command.verb(), "it has ended"));
    }

    private static void pause(Draft draft, String reason) {
        Run run = draft.run;
        if (run.condition().ending() != null) {
            throw refused(run, "pause", "it is about to end");
        }
        switch (run.status()) {
            case PAUSED -> {}
            case RUNNING, PARKED -> {
                if (run.condition().pausing()) return;
                draft.run = run.with(run.condition().pausing(true));
                draft.note(Kind.PAUSE_REQUESTED, reason);
            }
            case DELAYED, BLOCKED, QUEUED, ACQUIRING, BACKING_OFF, WAITING, CLEANING -> {
                Condition held = run.condition().heldAs(RunStatus.PAUSED, null);
                draft.to(Verb.PAUSE, run.timing().timer());
                draft.run = draft.run.with(held);
                draft.note(Kind.PAUSED, reason);
            }
            case COMPLETED, ABORTED, FAILED, EXHAUSTED, CANCELLED, EXPIRED, SKIPPED ->
                    throw afterTheEnd(run, new Command.Pause());
        }
    }

    private static void resume(Draft draft, String reason) {
        Run run = draft.run;
        if (run.condition().pausing()) {
            draft.run = run.with(run.condition().pausing(false));
            draft.note(Kind.RESUMED, reason);
        } else if (run.status() == RunStatus.PAUSED) {
            unhold(draft, Kind.RESUMED, reason);
        } else {
            throw refused(run, "resume", "it is not paused");
        }
    }

    /// Resumes a paused or parked run as it was.
    static void unhold(Draft draft, Kind kind, @Nullable String reason) {
        Run run = draft.run;
        RunStatus held = run.condition().held();
        State state = here(draft, "let go");
        var timer = run.timing().timer();
        if (run.condition().pausing()) {
            draft.pause(held, kind, reason);
            return;
        }
        RunEnd ending = run.condition().ending();
        if (ending != null && held == RunStatus.RUNNING) {
            // Its body was asked to stop and is not resumed: only its end is left.
            draft.note(kind, reason);
            EndRules.finish(draft, ending);
            return;
        }
        switch (held) {
            case null -> draft.enter(state, kind, reason);
            case DELAYED -> {
                draft.to(Verb.DELAY, timer);
                draft.note(kind, reason);
            }
            case BACKING_OFF -> {
                // It gave its slot away when it was held, and must not take one past the limit.
                if (run.origin().queuePlace() != null && state instanceof State.Step step) {
                    draft.admit(step, kind, reason);
                } else {
                    draft.to(Verb.BACK_OFF, timer);
                    draft.note(kind, reason);
                }
            }
            case BLOCKED -> Decide.unblock(draft, kind, reason);
            case CLEANING -> draft.executeCleanup(kind, reason);
            case WAITING -> {
                draft.to(Verb.WAIT, timer);
                draft.note(kind, reason);
                if (ending != null) afterChildren(draft);
                else if (state instanceof State.Wait wait) draft.look(wait);
            }
            case QUEUED, ACQUIRING, RUNNING, PAUSED, PARKED -> {
                if (state instanceof State.Step step) {
                    draft.admit(step, kind, reason);
                } else {
                    draft.enter(state, kind, reason);
                }
            }
            case COMPLETED, ABORTED, FAILED, EXHAUSTED, CANCELLED, EXPIRED, SKIPPED ->
                    throw new IllegalStateException("an end is never held: " + run);
        }
    }

    private static State here(Draft draft, String verb) {
        Run run = draft.run;
        return draft.definition
                .find(run.state())
                .orElseThrow(() -> refused(run, verb, has(draft) + " has no such state"));
    }

    private static String has(Draft draft) {
        return "%s (has: %s)"
                .formatted(draft.definition.ref(), String.join(", ", draft.definition.names()));
    }

    private static void afterChildren(Draft draft) {
        RunEnd ending = draft.run.condition().ending();
        if (ending == null || EndRules.isFollowable(draft.run)) return;
        if (draft.run.data().family().live() == 0) EndRules.finish(draft, ending);
    }

    private static void cancel(Draft draft, Input.Ordered order) {
        RunEnd ending = draft.run.condition().ending();
        if (ending != null && draft.run.status() != RunStatus.PARKED) return;
        if (ending != null && !isUnfollowable(draft.run)) {
            letEnd(draft, ending, order.reason());
            return;
        }
        String why = "by %s: %s".formatted(order.actor(), order.reason());
        RunEnd end = RunEnd.of(RunStatus.CANCELLED, "Cancelled", why);
        EndRules.stop(draft, end, Kind.CANCEL_REQUESTED, order.reason());
    }

    /// Returns whether a run has completed and is parked since what follows it cannot be started.
    private static boolean isUnfollowable(Run run) {
        RunEnd ending = run.condition().ending();
        return ending != null
                && ending.status() == RunStatus.COMPLETED
                && run.condition().held() == RunStatus.WAITING;
    }

    /// Ends a run that is parked on the way to its end, as was decided; a cleanup that cannot be
    /// executed is given up.
    private static void letEnd(Draft draft, RunEnd ending, String reason) {
        boolean cleaning = draft.run.condition().held() == RunStatus.CLEANING;
        draft.note(Kind.CANCEL_REQUESTED, reason);
        if (cleaning) {
            draft.note(Kind.CLEANUP_FAILED, "given up: " + reason);
            EndRules.end(draft, ending);
        } else {
            EndRules.finish(draft, ending);
        }
    }

    private static void retry(Draft draft, String reason) {
        Run run = draft.run;
        switch (run.status()) {
            case BACKING_OFF -> draft.admit(Decide.step(draft), Kind.RETRIED, reason);
            case CLEANING -> {
                if (draft.isInFlight()) throw refused(run, "retry", "its cleanup is executing");
                draft.executeCleanup(Kind.RETRIED, reason);
            }
            case PARKED -> {
                draft.run = run.with(run.progress().withoutFailures());
                unhold(draft, Kind.RETRIED, reason);
            }
            case DELAYED, BLOCKED, QUEUED, ACQUIRING, RUNNING, WAITING, PAUSED ->
                    throw refused(run, "retry", "only a parked or backing-off run can be retried");
            case COMPLETED, ABORTED, FAILED, EXHAUSTED, CANCELLED, EXPIRED, SKIPPED ->
                    throw afterTheEnd(run, new Command.RetryNow());
        }
    }

    private static void goTo(Draft draft, String target, Kind kind, String reason) {
        Run run = draft.run;
        String verb = "go to '%s' with".formatted(target);
        State state =
                draft.definition
                        .find(target)
                        .orElseThrow(() -> refused(run, verb, has(draft) + " has no such state"));
        if (run.condition().ending() != null) {
            throw refused(run, verb, "it is about to end");
        }
        if (draft.isInFlight()) {
            long id = draft.context.ids().getAsLong();
            Payload words = Payload.of(reason);
            draft.sendAway(
                    new Message(id, run.id(), Message.Kind.GO_TO, target, words, draft.now()));
            draft.note(kind, "to %s once its body has stopped: %s".formatted(target, reason));
        } else {
            // A paused run stays paused until it is resumed, wherever it is sent.
            boolean pauses = run.status() == RunStatus.PAUSED || run.condition().pausing();
            draft.run = run.with(run.condition().pausing(pauses));
            draft.enter(state, kind, "to %s: %s".formatted(target, reason));
        }
    }

    private static String afterSkipping(Draft draft) {
        return switch (here(draft, "skip")) {
            case State.Step step when step.alwaysFails() ->
                    throw refused(draft.run, "skip", "it always fails, so no state follows it");
            case State.Step step -> draft.definition.after(step.name()).name();
            case State.Wait wait -> wayOut(wait);
            case State.End end -> end.name();
        };
    }

    private static String wayOut(State.Wait wait) {
        State.Joined joined = wait.joined();
        if (joined != null) return joined.target();
        State.Timer timer = wait.timer();
        return timer != null ? timer.target() : wait.triggers().getFirst().target();
    }

    static Refused refused(Run run, String verb, String why) {
        return new Refused(message(run, verb, why));
    }

    private static String message(Run run, String verb, String why) {
        return "cannot %s run %s, which is %s in '%s': %s"
                .formatted(verb, run.id(), run.status(), run.state(), why);
    }
}
