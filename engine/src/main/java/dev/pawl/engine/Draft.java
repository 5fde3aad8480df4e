package dev.pawl.engine;

import dev.pawl.machine.Attempt.Replay;
import dev.pawl.machine.Definition;
import dev.pawl.machine.State;
import dev.pawl.run.Condition;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.HistoryEntry.Kind;
import dev.pawl.run.Mail;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.run.RunStatus.Verb;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A decision in the making: one run, changed verb by verb, each checked against the table.
///
/// It lives inside one call of [Decide] and is seen by nobody else.
final class Draft {
    final Definition definition;
    final Moment moment;
    Run run;

    private final List<HistoryEntry> entries = new ArrayList<>();
    private final List<Decision> others = new ArrayList<>();
    private final List<Mail> sent = new ArrayList<>();
    private final List<Mail> taken = new ArrayList<>();
    private final String actor;
    private @Nullable Replay execute;
    private @Nullable Instant wake;
    private boolean interrupt;
    private boolean accepts;
    private int hops;

    Draft(Definition definition, Run run, Moment moment, String actor) {
        this.definition = definition;
        this.run = run;
        this.moment = moment;
        this.actor = actor;
    }

    Decision decision() {
        return new Decision(run, entries, others, sent, taken, execute, interrupt, accepts);
    }

    /// Adds a line of history that shows the run as it is now.
    void note(Kind kind, @Nullable String detail) {
        run = run.withVersion(run.version() + 1).with(run.timing().changed(now(), false, false));
        entries.add(
                new HistoryEntry(
                        run.version(),
                        now(),
                        kind,
                        run.status(),
                        run.state(),
                        run.progress().attempt(),
                        actor,
                        detail));
    }

    /// Changes the status by a verb of the table and the timer with it.
    void to(Verb verb, @Nullable Instant timer) {
        RunStatus next = run.status().on(verb);
        run = run.with(run.condition().at(next, run.state()));
        run = run.with(run.timing().withTimer(timer).changed(now(), true, next.isEnd()));
    }

    /// Enters a state, and goes on from it where nothing is to be waited for.
    void enter(State state, Kind kind, @Nullable String detail) {
        if (++hops > Limits.HOPS_MAX) {
            park("it went through %d waits without a pause".formatted(hops));
            return;
        }
        run = run.with(run.condition().at(run.status(), state.name()).with(null));
        run = run.with(run.data().withoutMemos()).with(run.timing().withTimer(null));
        run = run.with(run.progress().entering(now()));
        switch (state) {
            case State.Step step -> admit(step, kind, detail);
            case State.Wait wait -> startWait(wait, kind, detail);
            case State.End _ -> {
                // An answer is recorded by the end itself; an event, a timer or an order is not.
                if (kind != Kind.ENTERED) note(kind, detail);
                Endings.complete(this);
            }
        }
    }

    /// Brings a run in a step as far as it gets: to its queue, to its permits, or to its body.
    void admit(State.Step step, Kind kind, @Nullable String detail) {
        boolean queued = run.origin().lane() != null && !run.status().holdsSlot();
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
    void acquire(State.Permits permits) {
        to(Verb.ACQUIRE, null);
        run = run.with(run.condition().with(permits.need()));
    }

    /// Begins an attempt, or leaves it to be due for the next engine.
    void execute(Kind kind, @Nullable String detail) {
        if (moment.attended()) begin(Verb.RUN);
        else to(Verb.BACK_OFF, now());
        note(kind, detail);
    }

    /// Counts an attempt, which somebody must execute: a body would take its first for another one.
    private void begin(Verb verb) {
        to(verb, null);
        execute = replay();
        run = run.with(run.progress().nextAttempt());
    }

    private Replay replay() {
        if (run.progress().attempt() == 0) return Replay.FIRST;
        return run.progress().cut() ? Replay.CRASH : Replay.RETRY;
    }

    /// Begins an attempt of the cleanup, or leaves it to be due for the next engine.
    void executeCleanup(Kind kind, @Nullable String detail) {
        if (moment.attended()) begin(Verb.CLEAN);
        else to(Verb.CLEAN, now());
        note(kind, detail);
    }

    /// Goes where an operator or an event sends a run that is in a step; false if nobody does.
    boolean divert(State.Step step, Kind onEvent) {
        Optional<Way> way = wayOut(step);
        if (way.isEmpty()) return false;
        Mail mail = way.get().mail();
        if (mail.kind() == Mail.Kind.GO_TO) {
            run = run.with(run.data().without(mail));
            enter(way.get().target(), Kind.WENT_TO, mail.name());
        } else {
            run = run.with(run.data().consumed(mail));
            enter(way.get().target(), onEvent, mail.name());
        }
        return true;
    }

    /// Returns whether a body that executes is asked to stop: the run ends, or is sent elsewhere. A
    /// cleanup runs to its own end.
    boolean isStopped() {
        if (run.status() != RunStatus.RUNNING) return false;
        if (run.condition().ending() != null) return true;
        return definition.state(run.state()) instanceof State.Step step && wayOut(step).isPresent();
    }

    /// Returns where the inbox sends a run that is in a step: an operator's order goes first.
    private Optional<Way> wayOut(State.Step step) {
        Way byEvent = null;
        for (Mail mail : run.data().inbox()) {
            if (mail.kind() == Mail.Kind.GO_TO) {
                Optional<String> place = definition.placeOf(mail.name());
                if (place.isPresent()) {
                    return Optional.of(new Way(mail, definition.state(place.get())));
                }
            } else if (mail.kind() == Mail.Kind.EVENT && byEvent == null) {
                byEvent = wayOn(step, mail);
            }
        }
        return Optional.ofNullable(byEvent);
    }

    private @Nullable Way wayOn(State.Step step, Mail mail) {
        for (State.Trigger on : step.interrupts()) {
            if (on.event().equals(mail.name())) return new Way(mail, definition.state(on.target()));
        }
        return null;
    }

    /// Sends the run elsewhere once its body has stopped; the last order counts.
    void sendAway(Mail order) {
        for (Mail mail : run.data().inbox()) {
            if (mail.kind() == Mail.Kind.GO_TO) run = run.with(run.data().without(mail));
        }
        receive(order);
        interrupt = true;
    }

    /// Sets when the timer of the wait that is entered next fires, instead of after its own time.
    void waking(@Nullable Instant at) {
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
    void look(State.Wait wait) {
        for (Mail mail : run.data().inbox()) {
            for (State.Trigger on : wait.triggers()) {
                if (mail.kind() == Mail.Kind.EVENT && mail.name().equals(on.event())) {
                    consume(mail, on.target());
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
    void consume(Mail mail, String target) {
        run = run.with(run.data().consumed(mail));
        enter(definition.state(target), Kind.EVENT_CONSUMED, mail.name());
    }

    /// Puts mail into the inbox.
    void receive(Mail mail) {
        run = run.with(run.data().received(mail));
    }

    void take(Mail mail) {
        taken.add(mail);
    }

    void pause(@Nullable RunStatus held, Kind kind, @Nullable String detail) {
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

    void park(String reason) {
        if (isInFlight()) {
            // Its answer will not count, and nobody will know how far it got.
            interrupt = true;
            run = run.with(run.progress().cut(false));
        }
        Condition held = run.condition().heldAs(RunStatus.PARKED, reason);
        to(Verb.PARK, run.timing().timer());
        run = run.with(held);
        note(Kind.PARKED, reason);
    }

    void send(RunId to, Mail.Kind kind, String name) {
        long id = moment.ids().getAsLong();
        Payload from = Payload.of(run.id().toString());
        sent.add(new Mail(id, to, kind, name, from, now()));
    }

    void send(List<Mail> mails) {
        sent.addAll(mails);
    }

    /// Starts other runs together with this decision.
    void start(List<Launch> launches) {
        Moment plain = Moment.of(now(), moment.random(), moment.ids());
        for (Launch launch : launches) others.add(Decide.start(launch, plain));
    }

    /// Returns the runs that come into being with this decision.
    List<RunId> born() {
        return others.stream().map(other -> other.run().id()).toList();
    }

    void interrupt() {
        interrupt = true;
    }

    /// Says that the outcome of a body counts, with all that was attached to it.
    void accept() {
        accepts = true;
    }

    /// Returns whether a body may be executing.
    boolean isInFlight() {
        return run.isInFlight();
    }

    Instant now() {
        return moment.now();
    }

    Instant after(Duration delay) {
        return after(now(), delay);
    }

    static Instant after(Instant now, Duration delay) {
        return now.plus(delay.compareTo(Limits.DELAY_MAX) < 0 ? delay : Limits.DELAY_MAX);
    }

    private record Way(Mail mail, State target) {}
}
