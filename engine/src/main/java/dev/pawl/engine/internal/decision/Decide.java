package dev.pawl.engine.internal.decision;

import dev.pawl.engine.Limits;
import dev.pawl.engine.Refused;
import dev.pawl.machine.Definition;
import dev.pawl.machine.Retry;
import dev.pawl.machine.State;
import dev.pawl.run.Condition;
import dev.pawl.run.Data;
import dev.pawl.run.Failure;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.HistoryEntry.Kind;
import dev.pawl.run.Links;
import dev.pawl.run.Message;
import dev.pawl.run.Predecessor;
import dev.pawl.run.Progress;
import dev.pawl.run.Run;
import dev.pawl.run.RunEnd;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.run.RunStatus.Verb;
import dev.pawl.run.Timing;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The core of the engine: decides what an input does to a run.
///
/// A pure function: no clock, no I/O, no randomness; they arrive in the [DecisionContext]. The
/// rules for what a body answers are in [OutcomeRules], those for operators in [OperatorRules],
/// those for what a restart finds in [RecoveryRules], and how a run ends in [EndRules].
public final class Decide {
    private Decide() {}

    /// Returns what happens to `run` on `input`.
    public static Decision decide(
            Definition definition, Run run, Input input, DecisionContext context) {
        String actor =
                input instanceof Input.Ordered ordered ? ordered.actor() : HistoryEntry.ENGINE;
        Draft draft = new Draft(definition, run, context, actor);
        if (run.status().isEnd()) {
            afterTheEnd(draft, input);
            return draft.decision();
        }
        switch (input) {
            case Input.Answered answered -> OutcomeRules.answered(draft, answered);
            case Input.Threw(var failure, var severity) ->
                    OutcomeRules.threw(draft, failure, severity);
            case Input.TimedOut(var failure) -> OutcomeRules.timedOut(draft, failure);
            case Input.Revoked(var pool) -> OutcomeRules.revoked(draft, pool);
            case Input.Recorded(var name, var value) -> {
                if (!draft.isInFlight()) break;
                draft.run = draft.run.with(draft.run.data().withMemo(name, value));
                draft.note(Kind.RESULT_RECORDED, name);
            }
            case Input.Due(var at) -> due(draft, at);
            case Input.Followable(var next) -> EndRules.followedBy(draft, next);
            case Input.Admitted() -> admitted(draft);
            case Input.Granted granted -> granted(draft, granted);
            case Input.Received(var message, var known) -> {
                if (!known && !definition.accepts(message.name())) {
                    throw new Refused.UnknownEvent(run, message.name(), definition);
                }
                received(draft, message);
            }
            case Input.Offered(var message) -> OfferRules.offered(draft, message);
            case Input.Delivered(var message) -> delivered(draft, message);
            case Input.Learnt(var message) -> predecessorEnded(draft, message);
            case Input.Behind(var left, var ahead) -> predecessorLeft(draft, left, ahead);
            case Input.Followed(var follower, var each) -> {
                if (run.data().family().followed() && !each) break;
                draft.run = withFollower(draft.run);
                draft.note(Kind.FOLLOWED, follower);
            }
            case Input.ChildStarted(var child) -> {
                childStarted(draft, child.id().toString());
                draft.start(List.of(child));
            }
            case Input.Reclaimed(var crashed) -> RecoveryRules.reclaimed(draft, crashed);
            case Input.Adopted() -> RecoveryRules.adopted(draft);
            case Input.Park(var reason) -> draft.park(reason);
            case Input.Abandoned(var reason) -> {
                if (draft.isInFlight()) draft.park(reason);
            }
            case Input.Unpark() -> {
                boolean fits = definition.find(run.state()).isPresent();
                if (run.status() == RunStatus.PARKED && fits) {
                    OperatorRules.unhold(draft, Kind.UNPARKED, null);
                }
            }
            case Input.Ordered ordered -> OperatorRules.ordered(draft, ordered);
        }
        return draft.decision();
    }

    /// Returns whether the body of a run in flight is asked to stop.
    public static boolean isStopped(Definition definition, Run run, DecisionContext context) {
        return new Draft(definition, run, context, HistoryEntry.ENGINE).isStopped();
    }

    /// Returns the first decision about a new run.
    public static Decision start(Launch launch, DecisionContext context) {
        Instant now = context.now();
        State first = launch.definition().first();
        Duration deadline = launch.times().deadline();
        Timing timing = Timing.created(now, deadline == null ? null : Draft.after(now, deadline));
        Condition condition = Condition.of(RunStatus.DELAYED, first.name());
        Run run =
                new Run(
                        launch.id(),
                        launch.origin(),
                        condition,
                        Progress.none(now),
                        Data.NONE,
                        timing,
                        0);
        Draft draft = new Draft(launch.definition(), run, context, HistoryEntry.ENGINE);
        if (launch.times().delay().isPositive()) {
            Instant due = Draft.after(now, launch.times().delay());
            draft.run = run.with(timing.withTimer(due));
            draft.note(Kind.STARTED, "delayed until " + due);
        } else {
            afterDelay(draft, Kind.STARTED);
        }
        return draft.decision();
    }

    private static void afterTheEnd(Draft draft, Input input) {
        // A message that comes too late is taken, so that it is not delivered again and again.
        if (input instanceof Input.Delivered(var message)) draft.take(message);
        if (input instanceof Input.Offered(var message))
            throw OfferRules.afterTheEnd(draft.run, message);
        if (input instanceof Input.Ordered order) {
            throw OperatorRules.afterTheEnd(draft.run, order.command());
        }
    }

    private static Run withFollower(Run run) {
        return run.with(run.data().withFamily(run.data().family().withFollower()));
    }

    private static void due(Draft draft, Instant at) {
        Run run = draft.run;
        // The wake is used up: a time that the clock has shown once counts, or the run would never
        // wake.
        Instant now = at.isAfter(draft.now()) ? at : draft.now();
        Instant deadline = run.timing().deadline();
        if (deadline != null && !deadline.isAfter(now) && run.condition().ending() == null) {
            RunEnd end = RunEnd.of(RunStatus.EXPIRED, "Deadline", "its deadline was " + deadline);
            EndRules.stop(draft, end, Kind.DEADLINE_PASSED, deadline.toString());
            return;
        }
        Instant timer = run.timing().timer();
        if (timer == null || timer.isAfter(now)) return;
        switch (run.status()) {
            case DELAYED -> afterDelay(draft, Kind.DUE);
            case BACKING_OFF -> draft.admit(step(draft), Kind.RETRIED, null);
            case CLEANING -> draft.executeCleanup(Kind.RETRIED, null);
            case WAITING -> {
                if (draft.definition.state(run.state()) instanceof State.Wait wait) {
                    State.Timer way = wait.timer();
                    if (way != null) {
                        draft.enter(draft.definition.state(way.target()), Kind.TIMER_FIRED, null);
                    }
                }
            }
            case BLOCKED, QUEUED, ACQUIRING, RUNNING, PAUSED, PARKED -> {}
            case COMPLETED, ABORTED, FAILED, EXHAUSTED, CANCELLED, EXPIRED, SKIPPED -> {}
        }
    }

    /// Continues after the delay: waits for the predecessor, or enters the first state.
    private static void afterDelay(Draft draft, Kind kind) {
        if (skipped(draft)) return;
        if (openPredecessors(draft.run).isEmpty()) {
            draft.enter(draft.definition.state(draft.run.state()), kind, null);
        } else {
            draft.to(Verb.BLOCK, null);
            draft.note(kind, "after " + openPredecessors(draft.run).getFirst().run());
        }
    }

    /// Lets a run that was held before its first state go there, or wait for its predecessors.
    public static void unblock(Draft draft, Kind kind, @Nullable String detail) {
        if (openPredecessors(draft.run).isEmpty()) {
            draft.enter(draft.definition.state(draft.run.state()), kind, detail);
        } else {
            draft.to(Verb.BLOCK, null);
            draft.note(kind, detail);
        }
    }

    /// Ends a run as skipped if a predecessor has ended otherwise than required.
    private static boolean skipped(Draft draft) {
        for (Predecessor after : draft.run.origin().links().predecessors()) {
            Optional<RunStatus> ended = endOf(draft.run, after);
            if (ended.isPresent() && !after.isMetBy(ended.get())) {
                String why =
                        "%s ended as %s, and this run needs %s"
                                .formatted(after.run(), ended.get(), after.on());
                EndRules.end(draft, RunEnd.of(RunStatus.SKIPPED, "Dependency", why));
                return true;
            }
        }
        return false;
    }

    private static List<Predecessor> openPredecessors(Run run) {
        List<Predecessor> all = run.origin().links().predecessors();
        if (all.isEmpty()) return all;
        return all.stream().filter(after -> endOf(run, after).isEmpty()).toList();
    }

    private static Optional<RunStatus> endOf(Run run, Predecessor after) {
        String id = after.run().toString();
        return run.data().inbox().stream()
                .filter(message -> message.kind() == Message.Kind.PREDECESSOR_ENDED)
                .filter(message -> message.body().text().equals(id))
                .map(Input::status)
                .findFirst();
    }

    private static void admitted(Draft draft) {
        if (draft.run.status() != RunStatus.QUEUED) return;
        State.Step step = step(draft);
        if (step.permits() != null) {
            draft.acquire(step.permits());
            draft.note(Kind.ADMITTED, null);
        } else {
            draft.execute(Kind.ADMITTED, null);
        }
    }

    private static void granted(Draft draft, Input.Granted granted) {
        if (!granted.meets(draft.run)) return;
        draft.execute(Kind.GRANTED, null);
    }

    public static void received(Draft draft, Message message) {
        Run run = draft.run;
        boolean ending = run.condition().ending() != null;
        Optional<State> state = draft.definition.find(run.state());
        boolean open = !ending && state.isPresent() && !OfferRules.isHeld(run.status());
        String target = open ? OfferRules.wayOn(state.get(), message.name()) : null;
        boolean kept = target == null || draft.isInFlight();
        // What is consumed at once needs no room: it may be just what a full inbox waits for.
        if (kept) requireRoom(run, message);
        draft.receive(message);
        if (target == null) {
            boolean known = draft.definition.accepts(message.name());
            String detail = known ? message.name() : message.name() + ", which no state accepts";
            draft.note(Kind.EVENT_RECEIVED, detail);
        } else if (draft.isInFlight()) {
            draft.interrupt();
            draft.note(Kind.EVENT_RECEIVED, message.name() + ", which stops the attempt");
        } else {
            draft.consume(message, target);
        }
    }

    private static void requireRoom(Run run, Message message) {
        List<Message> inbox = run.data().inbox();
        if (inbox.size() >= Limits.INBOX_MAX) {
            throw new Refused.TooLarge(
                    "the inbox of run %s holds %d events that it has not consumed, the bound"
                            .formatted(run.id(), Limits.INBOX_MAX));
        }
        int size = message.body().size();
        // As many small events as an inbox holds are never too large, so they are not counted.
        if (size <= Limits.INBOX_BYTES_MAX / Limits.INBOX_MAX) return;
        long bytes = inbox.stream().mapToLong(waiting -> waiting.body().size()).sum();
        if (bytes + size > Limits.INBOX_BYTES_MAX) {
            throw new Refused.TooLarge(
                    "the inbox of run %s holds %d bytes of events that it has not consumed, and"
                                    .formatted(run.id(), bytes)
                            + " with another %d there would be more than %d"
                                    .formatted(size, Limits.INBOX_BYTES_MAX));
        }
    }

    private static void delivered(Draft draft, Message message) {
        draft.take(message);
        switch (message.kind()) {
            case CHILD_ENDED -> childEnded(draft, message);
            case PREDECESSOR_ENDED -> predecessorEnded(draft, message);
            case PREDECESSOR_LEFT -> predecessorLeft(draft, message.body().text(), message.name());
            case PARENT_ENDED -> {
                if (draft.run.condition().ending() != null) return;
                String why = "its parent %s ended".formatted(message.name());
                RunEnd end = RunEnd.of(RunStatus.CANCELLED, "ParentEnded", why);
                EndRules.stop(draft, end, Kind.CANCEL_REQUESTED, why);
            }
            case EVENT -> received(draft, message);
            case CHILD_STARTED -> childStarted(draft, message.name());
            case GO_TO -> throw new IllegalStateException("a go-to is never sent: " + message);
        }
    }

    private static void childStarted(Draft draft, String child) {
        Data data = draft.run.data();
        draft.run = draft.run.with(data.withFamily(data.family().withStarted(1)));
        draft.note(Kind.CHILD_STARTED, child);
    }

    private static void childEnded(Draft draft, Message message) {
        RunStatus status = Input.status(message);
        Data data = draft.run.data();
        boolean success = status == RunStatus.COMPLETED;
        draft.run = draft.run.with(data.withFamily(data.family().withEnded(success)));
        draft.note(Kind.CHILD_ENDED, "%s ended as %s".formatted(message.body().text(), status));
        Run run = draft.run;
        if (run.status() != RunStatus.WAITING || EndRules.isFollowable(run)) return;
        RunEnd ending = run.condition().ending();
        if (ending != null) {
            if (run.data().family().live() == 0) EndRules.finish(draft, ending);
        } else if (draft.definition.state(run.state()) instanceof State.Wait wait) {
            draft.look(wait);
        }
    }

    /// Returns the run of the same key that this one still stands behind, if any.
    public static @Nullable Predecessor ahead(Run run) {
        Predecessor behind = run.origin().links().behind();
        return behind != null && endOf(run, behind).isEmpty() ? behind : null;
    }

    /// Moves a run up in the line of its key: the one before it has left the line.
    private static void predecessorLeft(Draft draft, String left, String ahead) {
        Run run = draft.run;
        Predecessor behind = ahead(run);
        if (behind == null || !behind.run().toString().equals(left)) return;
        Links links = run.origin().links().withBehind(RunId.parse(ahead));
        draft.run = run.with(run.origin().with(links));
        draft.note(Kind.RELEASED, "%s left the queue; now behind %s".formatted(left, ahead));
    }

    private static void predecessorEnded(Draft draft, Message message) {
        boolean known =
                draft.run.data().inbox().stream()
                        .anyMatch(
                                m -> m.kind() == message.kind() && m.body().equals(message.body()));
        if (known) return;
        draft.receive(message);
        draft.note(
                Kind.RELEASED, "%s ended as %s".formatted(message.body().text(), message.name()));
        Run run = draft.run;
        boolean blocked = run.status() == RunStatus.BLOCKED;
        boolean heldBlocked = run.condition().held() == RunStatus.BLOCKED;
        if (!blocked && !heldBlocked) return;
        if (skipped(draft) || !openPredecessors(run).isEmpty()) return;
        // One that is held goes into its first state when it is let go.
        if (blocked) draft.enter(draft.definition.state(run.state()), Kind.RELEASED, null);
    }

    public static State.Step step(Draft draft) {
        String name = draft.run.state();
        if (draft.definition.state(name) instanceof State.Step step) return step;
        throw new IllegalStateException(
                "%s is %s in '%s', which is not a step of %s"
                        .formatted(
                                draft.run.id(), draft.run.status(), name, draft.definition.ref()));
    }

    /// Returns when the next attempt after this failure starts, or null if there is none.
    public static @Nullable Instant retryAt(Draft draft, Retry retry, boolean bug, Duration named) {
        Progress progress = draft.run.progress();
        int used = progress.failures() + 1;
        if (used > (bug ? retry.bugRetriesMax() : retry.retriesMax())) return null;
        Duration delay = named.isNegative() ? retry.delay(used, draft.context.random()) : named;
        Instant at = draft.after(delay);
        Duration elapsedMax = retry.elapsedMax();
        boolean late =
                elapsedMax != null && at.isAfter(Draft.after(progress.entered(), elapsedMax));
        return late ? null : at;
    }

    public static RunEnd exhausted(Failure failure) {
        return new RunEnd(RunStatus.EXHAUSTED, failure);
    }
}
