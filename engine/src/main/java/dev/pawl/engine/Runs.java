package dev.pawl.engine;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Item;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Definition;
import dev.pawl.machine.State;
import dev.pawl.run.Data;
import dev.pawl.run.Mail;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// The shell around [Decide]: takes a run's turn, decides, commits, and does what was committed.
///
/// One turn at a time per run; the body of a run executes outside of its turn, on the run's own
/// task, which goes on from answer to answer in a straight line until the run waits or ends.
final class Runs {
    private final Parts parts;
    private final Kernel kernel;
    private final Registry registry;
    private final Cells cells;
    private final Effects effects;
    private final Runner runner;
    private final Watch watch;
    private final AtomicInteger flying = new AtomicInteger();
    private final Signal landed = new Signal();

    Runs(Parts parts, Starts starts) {
        this.parts = parts;
        this.kernel = parts.kernel();
        this.registry = parts.registry();
        this.cells = parts.cells();
        this.effects = new Effects(parts, this);
        this.watch = new Watch(kernel, parts.timers());
        this.runner = new Runner(kernel, registry, parts.timers(), starts);
    }

    Effects effects() {
        return effects;
    }

    /// Lets something happen to a run, durably, and returns what was decided.
    Decision apply(RunId id, Input input) {
        return apply(id, input, Additions.NONE);
    }

    /// Lets something happen to a run together with changes that belong to it.
    Decision apply(RunId id, Input input, Additions additions) {
        Cell cell = cells.use(id);
        try {
            Decision decision = turn(cell, input, additions);
            if (decision.execute() != null) fly(cell, decision);
            return decision;
        } finally {
            cells.letGo(cell);
        }
    }

    /// Takes the turn of a run that is about to be committed for the first time: from then on
    /// others find it in the store, and must not come first.
    void expect(Decision decision) {
        cells.use(decision.run().id()).turn.take(kernel.host);
    }

    /// Gives up a run that could not be committed.
    void forget(Decision decision) {
        Cell cell = cells.find(decision.run().id()).orElseThrow();
        cell.turn.give(kernel.host);
        cells.letGo(cell);
    }

    /// Does what the first decision about an expected run, durable now, asks for.
    void begin(Decision decision) {
        Cell cell = cells.find(decision.run().id()).orElseThrow();
        try {
            cell.run = decision.run();
            if (decision.execute() != null) cell.flight = new Flight(kernel.host);
            effects.changed(null, decision);
        } finally {
            cell.turn.give(kernel.host);
        }
        if (decision.execute() != null) fly(cell, decision);
        if (!decision.run().origin().links().predecessors().isEmpty()) {
            kernel.start("link", () -> effects.link(decision.run()));
        }
        cells.letGo(cell);
    }

    /// Delivers mail to its run; mail that nobody can take is removed.
    void deliver(Mail mail) {
        try {
            apply(mail.to(), new Input.Told(mail));
        } catch (Refused.UnknownRun _) {
            kernel.commit(new Commit(List.of(), List.of(), List.of(mail), List.of(), List.of()));
        }
    }

    /// Lets a run that was parked for want of a definition go on, if there is one now.
    void unpark(RunId id) {
        apply(id, new Input.Adopted());
        apply(id, new Input.Unpark());
    }

    private Decision turn(Cell cell, Input input, Additions additions) {
        Optional<Decision> adopted;
        Decision decision;
        cell.turn.take(kernel.host);
        try {
            adopted = load(cell);
            Run before = loaded(cell);
            // What flies was taken up by this life already, by its timer or its sender.
            boolean taken = input instanceof Input.Reclaimed && cell.flight != null;
            decision = taken ? Decision.none(before) : decide(definition(before), before, input);
            if (decision.changes()) commit(cell, before, decision, additions);
        } finally {
            cell.turn.give(kernel.host);
        }
        adopted.ifPresent(this::tellOthers);
        tellOthers(decision);
        boolean flies = decision.execute() == null && loaded(cell).status() == RunStatus.RUNNING;
        if (flies && adopted.isPresent() && adopted.get().execute() != null) {
            fly(cell, adopted.get());
        }
        return decision;
    }

    /// Begins the runs that a decision started and delivers what it sent: by the sender itself and
    /// one after the other, so that a run's mail arrives in the order in which it was sent.
    private void tellOthers(Decision decision) {
        decision.others().forEach(this::begin);
        // Mail that its recipient cannot take now, for a full inbox, must not stop its sender: it
        // stays in the store and is delivered by the next start of the engine.
        for (Mail mail : sent(decision)) kernel.guarded("mail", () -> deliver(mail));
    }

    private static List<Mail> sent(Decision decision) {
        if (decision.others().isEmpty()) return decision.sent();
        List<Mail> all = new ArrayList<>(decision.sent());
        for (Decision other : decision.others()) all.addAll(other.sent());
        return all;
    }

    private void commit(Cell cell, Run before, Decision decision, Additions additions) {
        List<Commit.Change> changes = new ArrayList<>(1);
        if (!decision.entries().isEmpty()) changes.add(decision.change());
        for (Decision other : decision.others()) changes.add(other.change());
        changes.addAll(additions.changes());
        List<Item> items = new ArrayList<>(additions.items());
        if (additions.lease() != null) items.add(Pools.item(additions.lease()));
        items.addAll(effects.items(before, decision.run()));
        Commit commit =
                new Commit(
                        changes,
                        sent(decision),
                        decision.taken(),
                        items,
                        decision.accepts() ? additions.writings() : List.of());
        commit(commit, decision.others(), additions.isAsked());
        // The lease is held before the body can end and give it back.
        if (additions.lease() != null) parts.pools().hold(additions.lease());
        cell.run = decision.run();
        cell.flight = flight(cell, before, decision);
        effects.changed(before, decision);
    }

    private void commit(Commit commit, List<Decision> others, boolean asked) {
        others.forEach(this::expect);
        boolean durable = false;
        try {
            if (asked) kernel.commitNow(commit);
            else kernel.commit(commit);
            durable = true;
        } finally {
            if (!durable) others.forEach(this::forget);
        }
    }

    private @Nullable Flight flight(Cell cell, Run before, Decision decision) {
        Flight present = cell.flight;
        if (decision.execute() != null) {
            Flight next = new Flight(kernel.host);
            Host.Task carrier = cell.carrier;
            if (carrier != null) next.carriedBy(carrier);
            return next;
        }
        if (decision.interrupt() && present != null) {
            watch.stop(decision.run(), present, Flight.Cause.DECISION);
        }
        boolean same =
                before.status() == decision.run().status()
                        && before.state().equals(decision.run().state());
        return same ? present : null;
    }

    /// Returns the decision, made once more with the run's relatives if it turns out to end it:
    /// only then are they asked for.
    private Decision decide(Definition definition, Run run, Input input) {
        double random = kernel.host.random().nextDouble();
        Moment moment = Moment.of(kernel.now(), random, kernel.ids::next);
        Decision decision = Decide.decide(definition, run, input, moment);
        Data data = decision.run().data();
        boolean ends = decision.run().status().isEnd() && !run.status().isEnd();
        boolean related = data.family().followed() || data.family().live() > 0;
        if (!ends || !related) return decision;
        List<RunId> children = ids(Filter.ALL.parent(run.id()).live());
        List<RunId> followers = ids(Filter.ALL.following(run.id()).live());
        return Decide.decide(definition, run, input, moment.withRelatives(children, followers));
    }

    private List<RunId> ids(Filter filter) {
        List<RunId> all = new ArrayList<>();
        Page page = Page.oldest(Page.LIMIT_MAX);
        while (true) {
            List<Run> runs = kernel.store.runs(filter, page);
            runs.forEach(run -> all.add(run.id()));
            if (runs.size() < page.limit()) return all;
            page = page.after(runs.getLast().id());
        }
    }

    /// Brings the run into its cell, under the definition that is registered now; returns what was
    /// decided about that, if it was another one before.
    private Optional<Decision> load(Cell cell) {
        if (cell.run != null) return Optional.empty();
        Run run =
                kernel.store
                        .run(cell.id)
                        .orElseThrow(() -> new Refused.UnknownRun(cell.id.toString()));
        cell.run = run;
        return isStrange(run) ? Optional.of(adopt(cell, run)) : Optional.empty();
    }

    private static Run loaded(Cell cell) {
        Run run = cell.run;
        if (run == null) throw new IllegalStateException("run " + cell.id + " is not loaded");
        return run;
    }

    private boolean isStrange(Run run) {
        return !run.status().isEnd()
                && run.status() != RunStatus.PARKED
                && registry.find(run.machine())
                        .filter(machine -> !machine.ref().equals(run.origin().machine()))
                        .isPresent();
    }

    private Decision adopt(Cell cell, Run run) {
        Definition definition = registry.machine(run.machine()).definition();
        Decision decision = decide(definition, run, new Input.Adopted());
        commit(cell, run, decision, Additions.NONE);
        return decision;
    }

    private Definition definition(Run run) {
        return registry.definition(run.machine())
                .orElseThrow(() -> {
                    List<String> known = new ArrayList<>();
                    registry.definitions().forEach(d -> known.add(d.name()));
                    return new Refused.UnknownMachine(run.machine(), String.join(", ", known));
                });
    }

    /// Lets the run's own task execute its body, and go on from there.
    private void fly(Cell cell, Decision decision) {
        if (registry.find(decision.run().machine()).isEmpty()) {
            kernel.start(
                    "park", () -> apply(cell.id, new Input.Park(Parking.missing(decision.run()))));
            return;
        }
        cells.use(cell.id);
        flying.incrementAndGet();
        Host.Task task = kernel.start("run " + cell.id, () -> drive(cell, decision));
        cell.carrier = task;
        Flight flight = cell.flight;
        if (flight != null) flight.carriedBy(task);
    }

    private void drive(Cell cell, Decision first) {
        try {
            Decision decision = first;
            while (decision.execute() != null && !kernel.isClosing()) {
                Optional<Decision> next = attempt(cell, decision.run(), decision.execute());
                if (next.isEmpty()) return;
                decision = next.get();
            }
        } finally {
            cells.letGo(cell);
            if (flying.decrementAndGet() == 0 && kernel.isClosing()) kernel.host.raise(landed);
        }
    }

    /// Waits until no body executes; those that still do at `until` are asked to stop, and waited
    /// for as long again as it takes to report them stuck.
    void land(Instant until) {
        if (awaitLanded(until)) return;
        for (Cell cell : cells.all()) {
            Flight flight = cell.flight;
            if (flight != null) flight.stop(Flight.Cause.CLOSING, kernel.now());
        }
        if (awaitLanded(kernel.now().plus(Limits.STUCK_AFTER))) return;
        for (Cell cell : cells.all()) {
            Flight flight = cell.flight;
            Run run = cell.run;
            if (flight != null && run != null && flight.ignoringSince() != null) {
                kernel.tell(new Happening.BodyStuck(run.id(), run.state(), Limits.STUCK_AFTER));
            }
        }
    }

    private boolean awaitLanded(Instant until) {
        while (flying.get() > 0) {
            try {
                if (!kernel.host.await(landed, until)) return flying.get() == 0;
            } catch (InterruptedException _) {
                // Closing goes on: its own bound is the deadline.
            }
        }
        return true;
    }

    private Optional<Decision> attempt(Cell cell, Run run, Attempt.Replay replay) {
        Flight flight = cell.flight;
        if (flight == null) throw new IllegalStateException("no flight for " + run.id());
        Optional<Runner.Answer> answer = runner.execute(run, replay, flight, memory(cell));
        if (answer.isEmpty()) return Optional.empty();
        Runner.Answer given = answer.get();
        boolean accepted = false;
        try {
            Decision decision = turn(cell, given.input(), Additions.of(given.writings()));
            accepted = decision.accepts();
            return Optional.of(decision);
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.REFUSED) throw e;
            // The step's own SQL failed: nothing was recorded, so the attempt has failed.
            Throwable cause = e.getCause() == null ? e : e.getCause();
            return Optional.of(turn(cell, refused(run, cause), Additions.NONE));
        } catch (IllegalStateException | IllegalArgumentException e) {
            // A decision that cannot be made must not take other runs along.
            Input park = new Input.Park("its answer could not be decided on: " + e.getMessage());
            return Optional.of(turn(cell, park, Additions.NONE));
        } finally {
            given.ready().close();
            if (accepted) given.ready().fresh().forEach(effects::replace);
        }
    }

    private Input refused(Run run, Throwable cause) {
        State state = definition(run).state(run.state());
        var retry =
                state instanceof State.Step step ? step.retry() : dev.pawl.machine.Retry.never();
        return new Input.Threw(Errors.failure(cause), Errors.severity(cause, retry));
    }

    private Runner.Memory memory(Cell cell) {
        return new Runner.Memory() {
            @Override
            public @Nullable Payload recall(String name) {
                Run run = cell.run;
                return run == null ? null : run.data().memos().get(name);
            }

            @Override
            public void record(String name, Payload value) {
                Run run = cell.run;
                if (run != null && run.data().memos().size() >= Limits.MEMOS_MAX) {
                    throw new Refused.TooLarge(
                            "a visit of a state records at most %d results"
                                    .formatted(Limits.MEMOS_MAX));
                }
                turn(cell, new Input.Recorded(name, value), Additions.NONE);
            }
        };
    }
}
