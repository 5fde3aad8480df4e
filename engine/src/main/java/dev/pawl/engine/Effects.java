package dev.pawl.engine;

import dev.pawl.engine.store.Item;
import dev.pawl.machine.State;
import dev.pawl.run.After;
import dev.pawl.run.Mail;
import dev.pawl.run.Payload;
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

    /// Returns the items that must become durable with a change: a lease that ends with it.
    List<Item> items(Run before, Run after) {
        if (!holdsPermits(before) || isSameVisit(before, after)) return List.of();
        Optional<State.Permits> permits = permits(before);
        if (permits.isEmpty()) return List.of();
        String name = permits.get().pool() + "/" + before.id();
        return List.of(new Item(Item.Kind.PERMIT, name, null));
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
        if (before != null && isSameVisit(before, after)) {
            boolean asks = after.status() == RunStatus.ACQUIRING && isTaken(before, after);
            if (asks) ask(after);
            return;
        }
        Optional<State.Permits> freed = Optional.empty();
        if (before != null) {
            boolean had = holdsPermits(before) || before.status() == RunStatus.ACQUIRING;
            boolean granted = before.status() == RunStatus.ACQUIRING && holdsPermits(after);
            if (had && !granted) freed = permits(before);
        }
        // It stands in line again before what it had is given to others: its turn is by its age.
        freed.ifPresent(p -> parts.permits().free(p.pool(), id(after)));
        if (after.status() == RunStatus.ACQUIRING) ask(after);
        freed.ifPresent(p -> parts.permits().pump(p.pool()));
    }

    /// Puts a run that waits for permits into the line of its pool.
    void ask(Run run) {
        State.Permits need = permits(run).orElseThrow();
        parts.permits().ask(run, need, () -> kernel.start("grant", () -> grant(run.id(), need)));
    }

    private void grant(RunId id, State.Permits need) {
        Lease lease =
                new Lease(need.pool(), id.toString(), need.count(), kernel.ids.next(), null, null);
        boolean granted = false;
        try {
            granted =
                    runs.orPark(
                            id,
                            "grant",
                            () ->
                                    runs.apply(id, new Input.Granted(), Additions.lease(lease))
                                            .changes());
        } finally {
            if (!granted) parts.permits().giveUp(need.pool(), id.toString());
        }
    }

    private static boolean isSameVisit(Run before, Run after) {
        return before.status() == after.status() && before.state().equals(after.state());
    }

    private static boolean holdsPermits(Run run) {
        return run.status() == RunStatus.RUNNING;
    }

    private Optional<State.Permits> permits(Run run) {
        return parts.registry()
                .definition(run.machine())
                .flatMap(definition -> Runner.permits(definition, run));
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
        runs.apply(replaced, new Input.Ordered(new Command.Cancel(), "engine", reason));
    }
}
