package dev.pawl.engine;

import dev.pawl.engine.store.Item;
import dev.pawl.run.After;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Mail;
import dev.pawl.run.Payload;
import dev.pawl.run.PermitNeed;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Does what a committed change of a run asks of the engine's other parts: timers, queues, permits,
/// relatives, and those who wait or listen.
final class Effects {
    private final Parts parts;
    private final Kernel kernel;
    private final Runs runs;

    Effects(Parts parts, Runs runs) {
        this.parts = parts;
        this.kernel = parts.kernel();
        this.runs = runs;
    }

    /// Returns what must become durable with a change that ends the use of permits: their lease is
    /// deleted. Which they are is a part of the run, so it does not matter what its definition says
    /// by now.
    static List<Item> endedLease(Run before, Run after) {
        PermitNeed held = before.heldPermits();
        if (held == null || held.equals(after.heldPermits())) return List.of();
        return List.of(new Item(Item.Kind.PERMIT, Lease.itemName(held.pool(), id(before)), null));
    }

    /// Returns the lease that begins with a change: a run holds permits from then on.
    List<Lease> newLease(Run before, Run after) {
        PermitNeed held = after.heldPermits();
        if (held == null || held.equals(before.heldPermits())) return List.of();
        long epoch = kernel.ids.next();
        return List.of(new Lease(held.pool(), id(after), held.count(), epoch, null, null));
    }

    /// Does what follows from a change that is durable; a new run has no value before. It throws
    /// nothing: the change stands, and what it leads to must not be kept from happening.
    void changed(@Nullable Run before, Decision decision) {
        Run after = decision.run();
        kernel.guarded("timers", () -> wake(before, after));
        kernel.guarded("queues", () -> parts.queues().changed(before, after));
        kernel.guarded("permits", () -> permitsChanged(before, after));
        // Told at its start already, unless that was cut off by a crash: saying it twice is safe.
        boolean blocks = after.status() == RunStatus.BLOCKED;
        boolean news = before != null && (isTaken(before, after) || !isSameLine(before, after));
        if (blocks && news) {
            kernel.guarded(
                    "link", () -> kernel.start("link", () -> kernel.patiently(() -> link(after))));
        }
        kernel.tell(new Happening.RunChanged(before, after, decision.entries()));
        if (after.status().isEnd()) {
            kernel.guarded("await", () -> parts.awaiting().ended(after));
        }
    }

    private void wake(@Nullable Run before, Run after) {
        boolean woken = before != null && before.wake().isPresent();
        if (!kernel.node.owns(after)) parts.timers().forget(after.id());
        else if (woken || after.wake().isPresent()) parts.timers().set(after);
    }

    /// Returns whether a run is another node's now, which does for it what the one before did, or
    /// died before it could.
    private static boolean isTaken(Run before, Run after) {
        return before.owner() != after.owner();
    }

    private static boolean isSameLine(Run before, Run after) {
        return before.status() == after.status()
                && before.origin().links().equals(after.origin().links());
    }

    private void permitsChanged(@Nullable Run before, Run after) {
        PermitNeed had = before == null ? null : before.condition().permits();
        PermitNeed has = after.condition().permits();
        if (had == null && has == null) return;
        boolean same = had != null && had.equals(has);
        if (before != null && same && before.status() == after.status()) {
            if (after.status() == RunStatus.ACQUIRING && isTaken(before, after)) ask(after);
            return;
        }
        boolean granted = same && after.status() == RunStatus.RUNNING;
        PermitNeed freed = granted ? null : had;
        // It stands in line again before what it had is given to others: its turn is by its age.
        if (freed != null) parts.permits().free(freed.pool(), id(after));
        if (after.status() == RunStatus.ACQUIRING) ask(after);
        if (freed != null) parts.permits().pump(freed.pool());
    }

    /// Does what the adoption of a run by another definition asks for. The input that led to the
    /// adoption may still be refused, so its caller does not see to it.
    void adopted(Decision decision) {
        runs.follow(decision);
    }

    /// Puts a run that waits for permits into the line of its pool.
    void ask(Run run) {
        PermitNeed need = run.condition().permits();
        if (need == null) return;
        parts.permits().ask(run, need, () -> kernel.start("grant", () -> grant(run.id(), need)));
    }

    /// Puts a run of an earlier process into the line, under the definition of this one.
    void askAgain(Run run) {
        Run adopted = runs.apply(run.id(), new Input.Adopted()).run();
        if (adopted.status() == RunStatus.ACQUIRING) ask(adopted);
    }

    private void grant(RunId id, PermitNeed need) {
        boolean holds = false;
        try {
            Input granted = Input.Granted.of(id, need);
            holds =
                    runs.orPark(
                            id,
                            "grant",
                            () -> need.equals(runs.apply(id, granted).run().heldPermits()));
        } finally {
            if (!holds) parts.permits().giveUp(need.pool(), id.toString());
        }
    }

    private static String id(Run run) {
        return run.id().toString();
    }

    /// Tells a run's predecessors that it waits for them, or the run that they have ended.
    void link(Run run) {
        for (After after : run.origin().links().predecessors()) {
            try {
                Input followed = new Input.Followed(id(run), kernel.node.isShared());
                Run other = runs.apply(after.run(), followed).run();
                if (other.status().isEnd()) tellEnded(run, after, other);
            } catch (Refused.UnknownRun e) {
                runs.apply(run.id(), new Input.Park(String.valueOf(e.getMessage())));
            }
        }
    }

    private void tellEnded(Run run, After after, Run ended) {
        RunId follower = run.id();
        Optional<RunId> ahead =
                after.equals(run.origin().links().behind()) ? ahead(ended) : Optional.empty();
        if (ahead.isPresent()) {
            runs.apply(follower, new Input.Behind(id(ended), ahead.get().toString()));
            return;
        }
        runs.apply(
                follower,
                new Input.Learnt(
                        new Mail(
                                kernel.ids.next(),
                                follower,
                                Mail.Kind.PREDECESSOR_ENDED,
                                ended.status().name(),
                                Payload.of(id(ended)),
                                kernel.now())));
    }

    /// Returns the live run that one of the same key stood behind when it ended before its turn.
    private Optional<RunId> ahead(Run ended) {
        Run run = ended;
        while (!run.progress().begun()) {
            After behind = run.origin().links().behind();
            Optional<Run> next = behind == null ? Optional.empty() : kernel.store.run(behind.run());
            if (next.isEmpty()) return Optional.empty();
            run = next.get();
            if (!run.status().isEnd()) return Optional.of(run.id());
        }
        return Optional.empty();
    }

    /// Cancels the run whose place a new one takes.
    void replace(Starts.Resolved.Fresh fresh) {
        RunId replaced = fresh.replaces();
        if (replaced == null) return;
        String reason = "replaced by run " + fresh.launch().id();
        Input cancel = new Input.Ordered(new Command.Cancel(), HistoryEntry.ENGINE, reason);
        try {
            runs.apply(replaced, cancel);
        } catch (Refused.Ended | Refused.UnknownRun _) {
            // It has ended meanwhile, which is all that is wanted of it.
        }
    }
}
