package dev.pawl.engine;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.State;
import dev.pawl.machine.Writing;
import dev.pawl.run.Failure;
import dev.pawl.run.Mail;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// The shell around [Decide]: takes a run's turn, decides, commits, and does what was committed.
///
/// One turn at a time per run; the body of a run executes outside of its turn, on the run's own
/// task, which goes on from answer to answer in a straight line until the run waits or ends.
final class Runs {
    private final Kernel kernel;
    private final Registry registry;
    private final Cells cells;
    private final Effects effects;
    private final Turns turns;
    private final Runner runner;
    private final BodyThreads bodies = new BodyThreads();
    private final AtomicInteger flying = new AtomicInteger();
    private final Signal landed = new Signal();

    Runs(Parts parts, Starts starts) {
        this.kernel = parts.kernel();
        this.registry = parts.registry();
        this.cells = parts.cells();
        this.effects = new Effects(parts, this);
        this.turns = new Turns(parts, effects);
        this.runner = new Runner(kernel, registry, parts.timers(), starts);
    }

    Effects effects() {
        return effects;
    }

    BodyThreads bodies() {
        return bodies;
    }

    Turns turns() {
        return turns;
    }

    Kernel kernel() {
        return kernel;
    }

    /// Lets something happen to a run, durably, and returns what was decided.
    Decision apply(RunId id, Input input) {
        return apply(id, input, Additions.NONE);
    }

    /// Lets something happen to a run together with changes that belong to it.
    Decision apply(RunId id, Input input, Additions additions) {
        Cell cell = cells.use(id);
        try {
            Decision decision = turn(cell, null, input, additions);
            if (decision.execute() != null) fly(cell, decision);
            return decision;
        } finally {
            cells.letGo(cell);
        }
    }

    /// Lets something happen to a run that this node has just claimed, as it was then.
    Decision take(Run claimed, Input input) {
        Cell cell = cells.use(claimed.id());
        try {
            if (kernel.node.isShared()) cell.claimed = claimed;
            return apply(claimed.id(), input);
        } finally {
            cells.letGo(cell);
        }
    }

    /// Does what the first decision about an expected run, durable now, asks for.
    void begin(Decision decision) {
        Cell cell = cells.find(decision.run().id()).orElseThrow();
        try {
            cell.run = decision.run();
            if (decision.execute() != null) cell.flight = new Flight(kernel.host, decision.run());
            effects.changed(null, decision);
        } finally {
            cell.turn.give(kernel.host);
        }
        try {
            if (decision.execute() != null) fly(cell, decision);
            if (!decision.run().origin().links().predecessors().isEmpty()) {
                kernel.start("link", () -> kernel.patiently(() -> effects.link(decision.run())));
            }
        } finally {
            cells.letGo(cell);
        }
    }

    /// Delivers mail that was sent before this start, or by another node.
    void deliver(Mail mail) {
        deliver(null, mail);
    }

    /// Delivers mail to its run; mail that no run can take is removed, and an event is reported.
    private void deliver(@Nullable RunId from, Mail mail) {
        String lost = null;
        try {
            Decision told = apply(mail.to(), new Input.Told(mail));
            boolean late = told.entries().isEmpty() && told.taken().contains(mail);
            if (late) lost = Recipients.ended(told.run());
        } catch (Refused.UnknownRun _) {
            kernel.commit(new Commit(List.of(), List.of(), List.of(mail), List.of(), List.of()));
            lost = Recipients.MISSING;
        }
        if (lost != null && mail.kind() == Mail.Kind.EVENT) {
            kernel.tell(new Happening.EventUndelivered(from, mail.to(), mail.name(), lost));
        }
    }

    /// Lets a run that was parked for want of a definition go on, if there is one now.
    void unpark(RunId id) {
        apply(id, new Input.Adopted());
        apply(id, new Input.Unpark());
    }

    /// Lets the same happen to several runs in one commit, with what belongs to that.
    List<Decision> applyAll(List<RunId> ids, Input input, Turns.Book book) {
        List<Cell> all = ids.stream().map(cells::use).toList();
        try {
            List<Decision> made = turns.takeAll(all, input, book);
            for (Decision decision : made) {
                tellOthers(decision);
                flyIfDue(cells.find(decision.run().id()).orElseThrow(), decision);
            }
            return made;
        } finally {
            all.forEach(cells::letGo);
        }
    }

    /// Looks at a run in flight that another node has changed.
    void called(RunId id) {
        Cell cell = cells.use(id);
        try {
            if (cell.flight != null) turns.refresh(cell);
        } finally {
            cells.letGo(cell);
        }
    }

    private Decision turn(Cell cell, @Nullable Flight flight, Input input, Additions additions) {
        Decision decision = turns.take(cell, flight, input, additions);
        tellOthers(decision);
        return decision;
    }

    /// Does what a decision asks for, on a task of its own; the caller uses the run's cell.
    void follow(Decision decision) {
        Cell cell = cells.use(decision.run().id());
        kernel.start(
                "follow",
                () -> {
                    try {
                        tellOthers(decision);
                        flyIfDue(cell, decision);
                    } finally {
                        cells.letGo(cell);
                    }
                });
    }

    private void flyIfDue(Cell cell, Decision decision) {
        boolean flies = cell.loaded().status() == RunStatus.RUNNING;
        if (flies && decision.execute() != null) fly(cell, decision);
    }

    /// Begins the runs that a decision started and delivers what it sent: by the sender itself and
    /// one after the other, so that a run's mail arrives in the order in which it was sent. It
    /// throws nothing: the sender's own body is to be executed after it.
    private void tellOthers(Decision decision) {
        for (Decision other : decision.others()) kernel.guarded("begin", () -> begin(other));
        // Mail that its recipient cannot take now, for a full inbox, must not stop its sender: it
        // stays in the store and is delivered by the next start of the engine.
        for (Mail mail : decision.allSent()) {
            kernel.guarded("mail", () -> deliver(decision.run().id(), mail));
        }
    }

    /// Lets the run's own task execute its body, and go on from there.
    private void fly(Cell cell, Decision decision) {
        if (registry.find(decision.run().machine()).isEmpty()) {
            Input park = new Input.Park(Parking.missing(decision.run()));
            kernel.start("park", () -> kernel.persistently("park", () -> apply(cell.id, park)));
            return;
        }
        cells.use(cell.id);
        cell.drivers.incrementAndGet();
        flying.incrementAndGet();
        Host.Task task;
        try {
            task =
                    kernel.start(
                            "run " + cell.id,
                            () -> bodies.execute(cell.id, () -> drive(cell, decision)));
        } catch (Throwable e) {
            // There is no task for it; this one sees to the run instead.
            try {
                settle(cell, e);
            } finally {
                driven(cell);
            }
            return;
        }
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
        } catch (Throwable e) {
            settle(cell, e);
        } finally {
            driven(cell);
        }
    }

    private void driven(Cell cell) {
        cell.drivers.decrementAndGet();
        cells.letGo(cell);
        if (flying.decrementAndGet() == 0) kernel.host.raise(landed);
    }

    /// Parks a run whose task could not record what came of its attempt: nothing else would ever
    /// move it. Tried again until it succeeds, so the run has a task for as long as it needs one.
    private void settle(Cell cell, Throwable problem) {
        String task = "run " + cell.id;
        kernel.failed(task, problem);
        String reason = "its attempt could not be recorded: " + Kernel.text(problem);
        kernel.persistently(task, () -> apply(cell.id, new Input.Abandoned(reason)));
    }

    /// Moves a run by work that nothing would do again, and returns what it returns. If it throws,
    /// the run is parked, since it would stay where it is for ever; then this returns false.
    boolean orPark(RunId id, String task, BooleanSupplier work) {
        try {
            return work.getAsBoolean();
        } catch (StoreException | Refused e) {
            throw e;
        } catch (RuntimeException | Error e) {
            kernel.failed(task, e);
            Input park = new Input.Park(Parking.undecided(e));
            kernel.persistently(task, () -> apply(id, park));
            return false;
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

    /// Asks all bodies to stop: their runs are this node's no more.
    void ground() {
        kernel.node.ground();
        for (Cell cell : cells.all()) {
            Flight flight = cell.flight;
            if (flight != null) flight.stop(Flight.Cause.FENCED, kernel.now());
        }
    }

    /// Returns whether no body executes.
    boolean isLanded() {
        return flying.get() == 0;
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
        // Another node has taken the run before its body could begin, or may take it now.
        if (flight == null || !flight.isFor(run)) return Optional.empty();
        if (!kernel.node.mayFly(flight.epoch())) return Optional.empty();
        flight.driven(true);
        try {
            return attempt(cell, run, replay, flight);
        } catch (Throwable e) {
            flight.driven(false);
            throw e;
        }
    }

    private Optional<Decision> attempt(Cell cell, Run run, Attempt.Replay replay, Flight flight) {
        Optional<Runner.Answer> answer = runner.execute(run, replay, flight, memory(cell, flight));
        while (answer.isPresent()) {
            try {
                return Optional.of(record(cell, flight, answer.get()));
            } catch (StoreException e) {
                if (e.kind() == StoreException.Kind.FENCED) return Optional.empty();
                if (e.kind() != StoreException.Kind.REFUTED) throw e;
                // Another node took the key of a child in between: its start is looked at anew.
                answer = Optional.of(answer.get().again().get());
            }
        }
        return Optional.empty();
    }

    private Decision record(Cell cell, Flight flight, Runner.Answer given) {
        boolean accepted = false;
        try {
            List<Writing> writings = bodies.marked(cell.id, given.writings());
            Additions additions = Additions.of(writings, given.ready().guards());
            Decision decision = turn(cell, flight, given.input(), additions);
            accepted = decision.accepts();
            if (accepted) Recipients.report(kernel, decision.run(), given.input());
            return decision;
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.REFUSED) throw e;
            // The step's own SQL failed: nothing was recorded, so the attempt has failed.
            Throwable cause = e.getCause() == null ? e : e.getCause();
            return turn(cell, flight, refused(cell.loaded(), cause), Additions.NONE);
        } catch (RuntimeException | Error e) {
            // A decision that cannot be made must not take other runs along.
            kernel.requireHost();
            Input park = new Input.Park("its answer could not be decided on: " + Kernel.text(e));
            return turn(cell, flight, park, Additions.NONE);
        } finally {
            given.ready().close();
            if (accepted) given.ready().fresh().forEach(this::replace);
        }
    }

    /// The answer is recorded, and the run continues whatever becomes of the one that it replaces.
    private void replace(Starts.Resolved.Fresh fresh) {
        kernel.guarded("replace", () -> kernel.patiently(() -> effects.replace(fresh)));
    }

    private Input refused(Run run, Throwable cause) {
        State state = turns.definition(run).state(run.state());
        var retry =
                state instanceof State.Step step ? step.retry() : dev.pawl.machine.Retry.never();
        return new Input.Threw(Failure.of(cause), Errors.severity(cause, retry));
    }

    private Runner.Memory memory(Cell cell, Flight flight) {
        return new RecordedResults(
                cell, input -> turn(cell, flight, input, Additions.NONE).changes());
    }
}
