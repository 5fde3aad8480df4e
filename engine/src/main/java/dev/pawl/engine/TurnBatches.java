package dev.pawl.engine;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Item;
import dev.pawl.engine.store.StoreException;
import dev.pawl.run.Run;
import java.util.ArrayList;
import java.util.List;

/// The turns of runs for inputs that bring nothing else to be recorded. Messages that wait for the
/// same turn are decided with them, so a run that many write to costs one commit for all of them.
final class TurnBatches {
    private final Turns turns;
    private final Kernel kernel;
    private final Effects effects;
    private final Parts parts;

    TurnBatches(Turns turns, Parts parts, Effects effects) {
        this.turns = turns;
        this.kernel = parts.kernel();
        this.effects = effects;
        this.parts = parts;
    }

    /// Returns what was decided on an input, by this caller or by one that had the turn before.
    Decision take(Cell cell, WaitingInput input) {
        if (!cell.turn.take(kernel.host, input)) return input.answer();
        InputBatch batch = new InputBatch(kernel, cell.turn, input);
        try {
            while (batch.isOpen()) take(cell, batch);
        } catch (RuntimeException | Error e) {
            batch.fail(e);
        } finally {
            cell.turn.give(kernel.host);
            batch.settled(kernel.host);
        }
        return input.answer();
    }

    private void take(Cell cell, InputBatch batch) {
        boolean asked = batch.isAsked();
        try {
            turns.repeatedly(List.of(cell), asked, () -> decide(cell, batch));
        } catch (StoreException e) {
            // Those who do not want to know at once are left, and wait in the next pass.
            if (!asked || !e.kind().isPassing() || batch.isAsked()) throw e;
            return;
        }
        for (InputBatch.Step step : batch.steps()) settle(cell, step);
        batch.forget();
    }

    private void decide(Cell cell, InputBatch batch) {
        boolean again = cell.stale;
        try {
            Run run = turns.current(cell, batch.flight());
            batch.decide(run, (before, input) -> decide(cell, before, input, again));
            Decision whole = batch.whole();
            if (whole.changes()) commit(cell, whole, batch);
        } catch (StoreException e) {
            if (!e.kind().isPassing() || !batch.isAsked()) throw e;
            batch.failAsked(e, kernel.host);
            if (batch.isOpen()) throw e;
        }
    }

    private Decision decide(Cell cell, Run before, WaitingInput waiting, boolean again) {
        Flight flight = waiting.flight();
        boolean late = flight != null && flight != cell.flight;
        if (late || (again && turns.isTaken(waiting.input()))) return Decision.none(before);
        return turns.decide(cell, before, waiting.input());
    }

    private void commit(Cell cell, Decision whole, InputBatch batch) {
        List<Item> items = new ArrayList<>(0);
        List<Lease> leases = new ArrayList<>(0);
        for (InputBatch.Step step : batch.steps()) {
            items.addAll(Effects.endedLease(step.before(), step.after()));
            leases.addAll(effects.newLease(step.before(), step.after()));
        }
        for (Lease lease : leases) items.add(Pools.item(lease));
        List<Commit.Change> changes = new ArrayList<>(1);
        if (!whole.entries().isEmpty()) changes.add(whole.change());
        for (Decision other : whole.others()) changes.add(other.change());
        Commit commit = new Commit(changes, whole.allSent(), whole.taken(), items, List.of());
        // At once, also for those who wait: then others can join them, and be answered.
        turns.commit(List.of(cell), commit, whole.others(), true);
        // A lease is held before the body can end and give it back.
        for (Lease lease : leases) {
            kernel.guarded("permits", () -> parts.permits().hold(lease));
        }
    }

    /// Does what a durable decision asks for and gives its input the answer. The decision stands
    /// whatever comes of its effects: the caller must execute the body that it asks for.
    private void settle(Cell cell, InputBatch.Step step) {
        kernel.guarded("effects", () -> turns.done(cell, step.before(), step.decision()));
        Throwable problem = step.problem();
        if (problem == null) step.input().settle(step.decision());
        else step.input().fail(problem);
    }
}
