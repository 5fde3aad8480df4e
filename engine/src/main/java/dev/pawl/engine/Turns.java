package dev.pawl.engine;

import static java.util.stream.Collectors.toSet;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Item;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.Definition;
import dev.pawl.run.Data;
import dev.pawl.run.Mail;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// The turns of runs: one after the other, each decides on a run as it is and commits that.
///
/// In one engine nobody else changes a run during its turn. Where nodes share the store another one
/// may have: then the commit is refused as stale, the run is read again, and decided on anew.
final class Turns {
    private static final int PAUSE_MILLIS_MAX = 50;

    private final Parts parts;
    private final Kernel kernel;
    private final Registry registry;
    private final Cells cells;
    private final Effects effects;
    private final Watch watch;
    private final TurnBatches batches;

    Turns(Parts parts, Effects effects) {
        this.parts = parts;
        this.kernel = parts.kernel();
        this.registry = parts.registry();
        this.cells = parts.cells();
        this.effects = effects;
        this.watch = new Watch(kernel, parts.timers());
        this.batches = new TurnBatches(this, parts, effects);
    }

    /// Takes the turn of one run and returns what was decided.
    ///
    /// What a body answers counts only if `flight`, its own, is still the run's.
    Decision take(Cell cell, @Nullable Flight flight, Input input, Additions additions) {
        if (additions.isEmpty()) {
            return batches.take(cell, new WaitingInput(input, flight, additions.isAsked()));
        }
        AtomicReference<Decision> made = new AtomicReference<>();
        cell.turn.take(kernel.host);
        try {
            repeatedly(
                    List.of(cell),
                    additions.isAsked(),
                    () -> {
                        boolean again = cell.stale;
                        Run before = current(cell, flight);
                        boolean late = flight != null && flight != cell.flight;
                        if (again && isTaken(input)) late = true;
                        Decision decision =
                                late ? Decision.none(before) : decide(cell, before, input);
                        if (decision.changes()) commit(cell, before, decision, additions);
                        made.set(decision);
                    });
        } finally {
            cell.turn.give(kernel.host);
        }
        return made.get();
    }

    /// Takes the turns of several runs together: what is decided about them becomes durable in one
    /// commit, with what the book says of it.
    List<Decision> takeAll(List<Cell> all, Input input, Book book) {
        List<Cell> ordered = all.stream().sorted(Comparator.comparing(cell -> cell.id)).toList();
        List<Decision> made = new ArrayList<>();
        for (Cell cell : ordered) cell.turn.take(kernel.host);
        try {
            repeatedly(
                    ordered,
                    false,
                    () -> {
                        loadAll(ordered);
                        List<Run> before = ordered.stream().map(Cell::loaded).toList();
                        List<Decision> decisions = new ArrayList<>();
                        for (int i = 0; i < ordered.size(); i++) {
                            decisions.add(decideOrPark(ordered.get(i), before.get(i), input));
                        }
                        boolean changes = decisions.stream().anyMatch(Decision::changes);
                        if (changes) {
                            commitAll(ordered, before, decisions, book.additions(decisions));
                        }
                        made.addAll(decisions);
                    });
        } finally {
            for (Cell cell : ordered) cell.turn.give(kernel.host);
        }
        return made;
    }

    /// Reads a run in flight again that another node has changed; stops its body if that is asked
    /// for, or if it is this node's no more.
    void refresh(Cell cell) {
        cell.turn.take(kernel.host);
        try {
            load(cell, read(cell.id));
            Run run = cell.loaded();
            Flight flight = cell.flight;
            Moment moment = Moment.of(kernel.now(), 0, kernel.ids::next);
            if (flight != null && Decide.isStopped(definition(run), run, moment)) {
                watch.stop(run, flight, Flight.Cause.DECISION);
            }
        } finally {
            cell.turn.give(kernel.host);
        }
    }

    void repeatedly(List<Cell> all, boolean asked, Runnable turn) {
        boolean again = false;
        while (true) {
            try {
                if (asked) turn.run();
                else kernel.patiently(turn);
                return;
            } catch (StoreException e) {
                if (e.kind() != StoreException.Kind.STALE) throw e;
                for (Cell cell : all) cell.stale = true;
                // Once is chance; twice, others are at it too.
                if (again) kernel.pauseAbout(PAUSE_MILLIS_MAX);
                again = true;
            }
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

    private void commit(Cell cell, Run before, Decision decision, Additions additions) {
        commitAll(List.of(cell), List.of(before), List.of(decision), additions);
    }

    private void commitAll(
            List<Cell> all, List<Run> before, List<Decision> decisions, Additions additions) {
        List<Commit.Change> changes = new ArrayList<>(1);
        List<Mail> sent = new ArrayList<>(0);
        List<Mail> taken = new ArrayList<>(0);
        List<Item> items = new ArrayList<>(additions.items());
        List<Decision> others = new ArrayList<>(0);
        List<Lease> leases = new ArrayList<>(0);
        for (int i = 0; i < decisions.size(); i++) {
            Decision decision = decisions.get(i);
            if (!decision.entries().isEmpty()) changes.add(decision.change());
            others.addAll(decision.others());
            sent.addAll(decision.allSent());
            taken.addAll(decision.taken());
            items.addAll(Effects.endedLease(before.get(i), decision.run()));
            leases.addAll(effects.newLease(before.get(i), decision.run()));
        }
        for (Decision other : others) changes.add(other.change());
        changes.addAll(additions.changes());
        for (Lease lease : leases) items.add(Pools.item(lease));
        boolean accepted = decisions.stream().anyMatch(Decision::accepts);
        Commit commit =
                new Commit(
                        changes,
                        sent,
                        taken,
                        items,
                        accepted ? additions.writings() : List.of(),
                        additions.guards());
        commit(all, commit, others, additions.isAsked());
        // A lease is held before the body can end and give it back.
        for (Lease lease : leases) {
            kernel.guarded("permits", () -> parts.permits().hold(lease));
        }
        for (int i = 0; i < decisions.size(); i++) {
            done(all.get(i), before.get(i), decisions.get(i));
        }
    }

    /// Does what a durable decision asks for.
    void done(Cell cell, Run before, Decision decision) {
        if (!decision.changes()) return;
        cell.run = decision.run();
        cell.flight = flight(cell, before, decision);
        effects.changed(before, decision);
    }

    void commit(List<Cell> all, Commit commit, List<Decision> others, boolean asked) {
        others.forEach(this::expect);
        boolean durable = false;
        try {
            if (asked) kernel.commitNow(commit);
            else kernel.commit(commit);
            durable = true;
        } catch (RuntimeException | Error e) {
            // The store may have recorded it or not: it is read again before the next decision.
            if (!(e instanceof StoreException)) for (Cell cell : all) cell.stale = true;
            throw e;
        } finally {
            if (!durable) others.forEach(this::forget);
        }
    }

    private @Nullable Flight flight(Cell cell, Run before, Decision decision) {
        Flight present = cell.flight;
        if (decision.execute() != null) {
            Flight next = new Flight(kernel.host, decision.run());
            Host.Task carrier = cell.carrier;
            if (carrier != null) next.carriedBy(carrier);
            return next;
        }
        if (decision.interrupt() && present != null) {
            kernel.guarded(
                    "stop", () -> watch.stop(decision.run(), present, Flight.Cause.DECISION));
        }
        boolean same =
                before.status() == decision.run().status()
                        && before.state().equals(decision.run().state());
        return same ? present : null;
    }

    Decision decide(Cell cell, Run before, Input input) {
        boolean reclaimed = input instanceof Input.Reclaimed;
        // What flies was taken up by this life already, by its timer or its sender.
        boolean taken = reclaimed && cell.flight != null;
        // It was woken or taken up for a node, or for a life of this one, that has it no more.
        boolean mine = reclaimed || input instanceof Input.Due;
        boolean foreign = mine && !kernel.node.owns(before);
        boolean lost = kernel.node.owns(before) && cell.isAbandoned();
        boolean kept = input instanceof Input.Abandoned && !lost;
        if (taken || foreign || kept) return Decision.none(before);
        return decide(definition(before), before, input);
    }

    /// Returns the decision about one of several runs. If there is none, that run is parked: it
    /// must not keep the others from being decided on.
    private Decision decideOrPark(Cell cell, Run before, Input input) {
        try {
            return decide(cell, before, input);
        } catch (StoreException | Refused e) {
            throw e;
        } catch (RuntimeException | Error e) {
            kernel.failed("run " + cell.id, e);
            return decide(cell, before, new Input.Park(Parking.undecided(e)));
        }
    }

    /// Returns the decision, made once more with the run's relatives if it turns out to end it:
    /// only then are they asked for.
    private Decision decide(Definition definition, Run run, Input input) {
        double random = kernel.host.random().nextDouble();
        Moment now = Moment.of(kernel.now(), random, kernel.ids::next);
        Moment moment = kernel.node.mayRun(run) ? now : now.unattended();
        Decision decision = Decide.decide(definition, run, input, moment);
        Data data = decision.run().data();
        boolean ends = decision.run().status().isEnd() && !run.status().isEnd();
        boolean related = data.family().followed() || data.family().live() > 0;
        if (ends && related) {
            List<RunId> children = ids(Filter.ALL.parent(run.id()).live());
            List<RunId> followers = ids(Filter.ALL.following(run.id()).live());
            Moment informed = moment.withRelatives(children, followers);
            decision = Decide.decide(definition, run, input, informed);
        }
        return kernel.node.owned(run, decision);
    }

    /// Returns whether another node has delivered the mail that is to be delivered here: it was
    /// claimed when this one had lost its lease.
    boolean isTaken(Input input) {
        if (!(input instanceof Input.Told(var mail)) || !kernel.node.isShared()) return false;
        return !kernel.node.cluster().holds(mail);
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

    /// Returns the run of a cell as it is, for the holder of its turn; adds what was decided about
    /// its definition.
    Run current(Cell cell, @Nullable Flight flight) {
        if (!isKnown(cell, flight)) load(cell, claimedOrRead(cell));
        return cell.loaded();
    }

    /// Returns whether the run in a cell can be taken as it is. Where nodes share the store only a
    /// body's own answer is decided on what this node last knew: if that is not so any more, the
    /// commit finds out.
    private boolean isKnown(Cell cell, @Nullable Flight flight) {
        boolean trusted = !kernel.node.isShared() || flight != null;
        return trusted && cell.run != null && !cell.stale;
    }

    /// Returns the run as it was claimed; if it has changed since, the commit finds out.
    private Run claimedOrRead(Cell cell) {
        Run claimed = cell.claimed;
        cell.claimed = null;
        return claimed == null ? read(cell.id) : claimed;
    }

    private Run read(RunId id) {
        return kernel.store.run(id).orElseThrow(() -> new Refused.UnknownRun(id.toString()));
    }

    private void loadAll(List<Cell> all) {
        Set<RunId> ids = all.stream().map(cell -> cell.id).collect(toSet());
        Map<RunId, Run> found = new HashMap<>();
        for (Run run : kernel.node.cluster().runs(ids)) found.put(run.id(), run);
        for (Cell cell : all) {
            Run run = found.get(cell.id);
            if (run == null) throw new Refused.UnknownRun(cell.id.toString());
            load(cell, run);
        }
    }

    /// Brings the run into its cell, under the definition that is registered now.
    private void load(Cell cell, Run run) {
        cell.run = run;
        cell.stale = false;
        Flight flight = cell.flight;
        if (flight != null && !flight.isOf(run)) {
            flight.stop(Flight.Cause.FENCED, kernel.now());
            cell.flight = null;
        }
        if (isStrange(run) && isForsaken(run)) adopt(cell, run);
    }

    /// A node that has the run's own definition may have joined since this one last looked.
    private boolean isForsaken(Run run) {
        if (!kernel.node.isShared()) return true;
        if (!kernel.node.cluster().registered().contains(run.origin().machine())) return true;
        kernel.node.learnt(kernel.node.cluster().members());
        return false;
    }

    private boolean isStrange(Run run) {
        return !run.status().isEnd()
                && run.status() != RunStatus.PARKED
                && (kernel.node.owns(run) || !run.isInFlight())
                && kernel.node.mayRun(run)
                && registry.find(run.machine())
                        .filter(machine -> !machine.ref().equals(run.origin().machine()))
                        .isPresent();
    }

    private void adopt(Cell cell, Run run) {
        Definition definition = registry.machine(run.machine()).definition();
        Decision decision = decide(definition, run, new Input.Adopted());
        commit(cell, run, decision, Additions.NONE);
        effects.adopted(decision);
    }

    Definition definition(Run run) {
        // Another node may have brought it since this one last looked.
        if (kernel.node.isShared() && !registry.knows(run.origin().machine())) {
            registry.learn(Stored.all(kernel.store));
        }
        return registry.definition(run, kernel.node.mayRun(run))
                .orElseThrow(() -> {
                    List<String> known = new ArrayList<>();
                    registry.definitions().forEach(d -> known.add(d.name()));
                    return new Refused.UnknownMachine(run.machine(), String.join(", ", known));
                });
    }

    /// Says what becomes durable together with decisions about several runs.
    interface Book {
        Additions additions(List<Decision> decisions);
    }
}
