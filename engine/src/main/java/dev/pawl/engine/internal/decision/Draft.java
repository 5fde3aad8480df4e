package dev.pawl.engine.internal.decision;

import dev.pawl.engine.Limits;
import dev.pawl.machine.Attempt.Replay;
import dev.pawl.machine.Definition;
import dev.pawl.machine.State;
import dev.pawl.run.Condition;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.HistoryEntry.Kind;
import dev.pawl.run.Message;
import dev.pawl.run.Payload;
import dev.pawl.run.Progress;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.run.RunStatus.Verb;
import dev.pawl.run.Timing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A decision in the making: one run, changed verb by verb, each checked against the table.
///
/// It is local to one call of [Decide].
public final class Draft {
    public final Definition definition;
    public final DecisionContext context;
    public Run run;

    // Most decisions have one entry and nothing else, so lists are created when needed.
    private List<HistoryEntry> entries = List.of();
    private List<Decision> others = List.of();
    private List<Message> sent = List.of();
    private List<Message> taken = List.of();
    private final String actor;
    private @Nullable Replay execute;
    private @Nullable Instant wake;
    private boolean interrupt;
    private boolean accepts;
    private int hops;

    public Draft(Definition definition, Run run, DecisionContext context, String actor) {
        this.definition = definition;
        this.run = run;
        this.context = context;
        this.actor = actor;
    }

    public Decision decision() {
        return new Decision(run, entries, others, sent, taken, execute, interrupt, accepts);
    }

    /// Adds a line of history that shows the run as it is now.
    public void note(Kind kind, @Nullable String detail) {
        run = run.nextVersion(run.timing().changed(now(), false, false));
        HistoryEntry entry =
                new HistoryEntry(
                        run.version(),
                        now(),
                        kind,
                        run.status(),
                        run.state(),
                        run.progress().attempt(),
                        actor,
                        detail);
        entries = added(entries, entry);
    }

    /// Returns the list with one more element; a list of two or more was created here.
    private static <T> List<T> added(List<T> all, T one) {
        if (all.isEmpty()) return List.of(one);
        List<T> list = all.size() == 1 ? new ArrayList<>(all) : all;
        list.add(one);
        return list;
    }

    /// Changes the status by a verb of the table and the timer with it.
    public void to(Verb verb, @Nullable Instant timer) {
        to(verb, timer, run.progress());
    }

    private void to(Verb verb, @Nullable Instant timer, Progress progress) {
        RunStatus next = run.status().on(verb);
        Timing timing = run.timing().withTimer(timer).changed(now(), true, next.isEnd());
        run = run.with(run.condition().at(next, run.state()), progress, timing);
    }

    /// Enters a state, and leaves it at once if there is nothing to wait for.
    public void enter(State state, Kind kind, @Nullable String detail) {
        if (++hops > Limits.HOPS_MAX) {
            park("it went through %d waits without a pause".formatted(hops));
            return;
        }
        Condition condition = run.condition().at(run.status(), state.name()).with(null);
        run = run.with(condition, run.progress().entering(now()), run.timing().withTimer(null));
        if (!run.data().memos().isEmpty()) run = run.with(run.data().withoutMemos());
        switch (state) {
            case State.Step step -> admit(step, kind, detail);
            case State.Wait wait -> startWait(wait, kind, detail);
            case State.End _ -> {
                // An answer is recorded by the end itself; an event, a timer or an order is not.
                if (kind != Kind.ENTERED) note(kind, detail);
                EndRules.complete(this);
            }
        }
    }

    /// Brings a run in a step as far as it gets: to its queue, to its permits, or to its body.
    public void admit(State.Step step, Kind kind, @Nullable String detail) {
        boolean queued = run.origin().queuePlace() != null && !run.status().holdsSlot();
        if (run.condition().pausing()) {
            pause(queued ? RunStatus.QUEUED : RunStatus.RUNNING, kind, detail);
        } else if (wayOut(step).isPresent()) {
            note(kind, detail);
            divert(step, Kind.EVENT_CONSUMED);
        } else if (queued) {
            to(Verb.ENQUEUE, null);
            note(kind, detail);
        } else if (step.permits() != null) {
            acquire(step.permits());
            note(kind, detail);
        } else {
            execute(kind, detail);
        }
    }

    /// Lets the run wait for permits; what it held so far ends with that.
    public void acquire(State.Permits permits) {
        to(Verb.ACQUIRE, null);
        run = run.with(run.condition().with(permits.need()));
    }

    /// Begins an attempt, or leaves it to be due for the next engine.
    public void execute(Kind kind, @Nullable String detail) {
        if (context.attended()) begin(Verb.RUN);
        else to(Verb.BACK_OFF, now());
        note(kind, detail);
    }

    /// Starts an attempt. It counts, so it must be executed: otherwise the body would take its
    /// first attempt for a retry.
    private void begin(Verb verb) {
        execute = replay();
        to(verb, null, run.progress().nextAttempt());
    }

    private Replay replay() {
        if (run.progress().attempt() == 0) return Replay.FIRST;
        return run.progress().interrupted() ? Replay.CRASH : Replay.RETRY;
    }

    /// Starts an attempt of the cleanup, or lets it become due for the next engine.
    public void executeCleanup(Kind kind, @Nullable String detail) {
        if (context.attended()) begin(Verb.CLEAN);
        else to(Verb.CLEAN, now());
        note(kind, detail);
    }

    /// Goes where an operator or an event sends a run that is in a step; false if none does.
    public boolean divert(State.Step step, Kind onEvent) {
        Optional<Way> way = wayOut(step);
        if (way.isEmpty()) return false;
        Message message = way.get().message();
        if (message.kind() == Message.Kind.GO_TO) {
            run = run.with(run.data().without(message));
            enter(way.get().target(), Kind.WENT_TO, message.name());
        } else {
            run = run.with(run.data().consumed(message));
            enter(way.get().target(), onEvent, message.name());
        }
        return true;
    }

    /// Returns whether a body that executes is asked to stop: the run ends, or is sent elsewhere. A
    /// cleanup runs to its own end.
    public boolean isStopped() {
        if (run.status() != RunStatus.RUNNING) return false;
        if (run.condition().ending() != null) return true;
        return definition.state(run.state()) instanceof State.Step step && wayOut(step).isPresent();
    }

    /// Returns where the inbox sends a run that is in a step: an operator's order goes first.
    private Optional<Way> wayOut(State.Step step) {
        if (run.data().inbox().isEmpty()) return Optional.empty();
        Way byEvent = null;
        for (Message message : run.data().inbox()) {
            if (message.kind() == Message.Kind.GO_TO) {
                Optional<String> place = definition.placeOf(message.name());
                if (place.isPresent()) {
                    return Optional.of(new Way(message, definition.state(place.get())));
                }
            } else if (message.kind() == Message.Kind.EVENT && byEvent == null) {
                byEvent = wayOn(step, message);
            }
        }
        return Optional.ofNullable(byEvent);
    }

    private @Nullable Way wayOn(State.Step step, Message message) {
        for (State.Trigger on : step.interrupts()) {
            if (on.event().equals(message.name()))
                return new Way(message, definition.state(on.target()));
        }
        return null;
    }

    /// Sends the run elsewhere once its body has stopped; the last order counts.
    public void sendAway(Message order) {
        for (Message message : run.data().inbox()) {
            if (message.kind() == Message.Kind.GO_TO) run = run.with(run.data().without(message));
        }
        receive(order);
        interrupt = true;
    }

    /// Sets when the timer of the wait that is entered next fires, instead of after its own time.
    public void waking(@Nullable Instant at) {
        Instant last = after(Limits.DELAY_MAX);
        wake = at != null && at.isAfter(last) ? last : at;
        if (wake != null && wake.isBefore(now())) wake = now();
    }

    private void startWait(State.Wait wait, Kind kind, @Nullable String detail) {
        State.Timer timer = wait.timer();
        Instant named = wake == null && timer != null ? after(timer.after()) : wake;
        Instant at = timer == null ? null : named;
        wake = null;
        if (run.condition().pausing()) {
            run = run.with(run.timing().withTimer(at));
            pause(RunStatus.WAITING, kind, detail);
            return;
        }
        to(Verb.WAIT, at);
        note(kind, detail);
        look(wait);
    }

    /// Leaves a wait if the inbox or the children already allow it.
    public void look(State.Wait wait) {
        for (Message message : run.data().inbox()) {
            for (State.Trigger on : wait.triggers()) {
                if (message.kind() == Message.Kind.EVENT && message.name().equals(on.event())) {
                    consume(message, on.target());
                    return;
                }
            }
        }
        State.Joined joined = wait.joined();
        if (joined != null && joined.join().isMetBy(run.data().family())) {
            enter(definition.state(joined.target()), Kind.ENTERED, "children ended");
        }
    }

    /// Takes an event out of the inbox and goes where it leads.
    public void consume(Message message, String target) {
        run = run.with(run.data().consumed(message));
        enter(definition.state(target), Kind.EVENT_CONSUMED, message.name());
    }

    /// Puts a message into the inbox.
    public void receive(Message message) {
        run = run.with(run.data().received(message));
    }

    public void take(Message message) {
        taken = added(taken, message);
    }

    public void pause(@Nullable RunStatus held, Kind kind, @Nullable String detail) {
        Condition condition = run.condition();
        Instant timer = run.timing().timer();
        to(Verb.PAUSE, timer);
        run =
                run.with(
                        new Condition(
                                RunStatus.PAUSED,
                                condition.state(),
                                condition.ending(),
                                false,
                                held,
                                null));
        if (kind != Kind.PAUSED) note(kind, detail);
        note(Kind.PAUSED, null);
    }

    public void park(String reason) {
        if (isInFlight()) {
            // Its outcome will not count, and its progress is unknown.
            interrupt = true;
            run = run.with(run.progress().interrupted(false));
        }
        Condition held = run.condition().heldAs(RunStatus.PARKED, reason);
        to(Verb.PARK, run.timing().timer());
        run = run.with(held);
        note(Kind.PARKED, reason);
    }

    public void send(RunId to, Message.Kind kind, String name) {
        long id = context.ids().getAsLong();
        Payload from = Payload.of(run.id().toString());
        sent = added(sent, new Message(id, to, kind, name, from, now()));
    }

    public void send(List<Message> messages) {
        for (Message message : messages) sent = added(sent, message);
    }

    /// Starts other runs together with this decision.
    public void start(List<Launch> launches) {
        if (launches.isEmpty()) return;
        DecisionContext plain = DecisionContext.of(now(), context.random(), context.ids());
        for (Launch launch : launches) others = added(others, Decide.start(launch, plain));
    }

    /// Returns the children that come into being with this decision.
    public List<RunId> born() {
        return others.stream()
                .map(Decision::run)
                .filter(other -> run.id().equals(other.parent()))
                .map(Run::id)
                .toList();
    }

    public void interrupt() {
        interrupt = true;
    }

    /// Says that the outcome of a body counts, with all that was attached to it.
    public void accept() {
        accepts = true;
    }

    /// Returns whether a body may be executing.
    public boolean isInFlight() {
        return run.isInFlight();
    }

    public Instant now() {
        return context.now();
    }

    public Instant after(Duration delay) {
        return after(now(), delay);
    }

    public static Instant after(Instant now, Duration delay) {
        if (delay.compareTo(Limits.DELAY_MAX) > 0) return now.plus(Limits.DELAY_MAX);
        Duration least = Limits.DELAY_MAX.negated();
        return now.plus(delay.compareTo(least) < 0 ? least : delay);
    }

    private record Way(Message message, State target) {}
}
