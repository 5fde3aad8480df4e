package dev.pawl.engine.internal.limits;

import dev.pawl.engine.Lease;
import dev.pawl.engine.PoolSettings;
import dev.pawl.engine.Refused;
import dev.pawl.engine.Signal;
import dev.pawl.engine.internal.decision.Decision;
import dev.pawl.engine.internal.decision.Input;
import dev.pawl.engine.internal.kernel.FailedNames;
import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.engine.internal.kernel.LiveRuns;
import dev.pawl.engine.internal.kernel.RunInputs;
import dev.pawl.engine.internal.kernel.RunParking;
import dev.pawl.engine.internal.time.Timers;
import dev.pawl.engine.store.PermitWaiter;
import dev.pawl.engine.store.StoreException;
import dev.pawl.run.PermitNeed;
import dev.pawl.run.QueuePlace;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Grants permits of pools to runs, in the order in which they wait.
///
/// A grant is a decision on what [PoolLedger] shows, and a commit under its guards. In memory it is
/// made at once by the task that returned permits; each run then has a task and a commit of its
/// own, because no guard can fail. Where nodes share the store, one task grants what came back
/// together in one commit, and any node that finds room grants it to the first of the waiting runs
/// that it may execute.
public final class Permits {
    private static final int PAUSE_MILLIS_MAX = 20;

    final PoolLedger ledger;

    private final Kernel kernel;
    private final Timers timers;
    private final LiveRuns liveRuns;
    private final Leases leases;
    private final ConcurrentSkipListMap<String, PoolState> pools = new ConcurrentSkipListMap<>();
    private final Set<String> dirty = new ConcurrentSkipListSet<>();
    private final Signal changed = new Signal();
    // Of the granting task alone: the pools that could not be looked at, and the latest alarms.
    private final FailedNames failed = new FailedNames();
    private final Map<String, Timers.Alarm> alarms = new HashMap<>();

    private volatile @Nullable RunInputs inputs;

    public Permits(Kernel kernel, Timers timers, LiveRuns liveRuns) {
        this.kernel = kernel;
        this.timers = timers;
        this.liveRuns = liveRuns;
        this.ledger = new PoolLedger(kernel);
        this.leases = new Leases(kernel, timers, liveRuns, this);
    }

    /// Returns the leases of the same pools.
    public Leases leases() {
        return leases;
    }

    /// Starts to grant permits to runs.
    public void start(RunInputs started) {
        inputs = started;
        if (!ledger.isInMemory()) kernel.loop("permits", this::turn);
    }

    /// Stops to grant permits.
    public void close() {
        kernel.host.raise(changed);
    }

    /// Applies the settings of a pool that was declared or changed.
    public void settings(PoolSettings settings) {
        add(settings).settings(settings);
        pump(settings.name());
    }

    /// Adds a pool, if this node does not have it yet.
    PoolState add(PoolSettings settings) {
        return pools.computeIfAbsent(settings.name(), _ -> new PoolState(settings));
    }

    /// Returns a pool as this node has it in memory.
    PoolState here(String pool) {
        PoolState here = pools.get(pool);
        if (here == null) throw new Refused.UnknownPool(pool, String.join(", ", pools.keySet()));
        return here;
    }

    /// Returns a pool as it is now, with all that wait for it.
    public PoolState look(String pool) {
        return ledger.look(here(pool));
    }

    /// Adds a run that needs permits to those that wait; it gets an input when they are granted.
    public void ask(Run run) {
        PermitNeed need = run.condition().permits();
        if (need == null) return;
        QueuePlace place = run.origin().queuePlace();
        int priority = place == null ? 0 : place.priority();
        PermitWaiter waiter = new PermitWaiter(run.id(), priority, need.count());
        Consumer<PoolState.Ticket> ready =
                ticket -> kernel.start("grant", () -> grant(ticket, run.id(), need));
        here(need.pool()).ask(new PoolState.Ticket(waiter, ready));
        pump(need.pool());
    }

    /// Records a lease that is durable: its holder waits no longer.
    public void hold(Lease lease) {
        for (PoolState.Ticket ticket : ledger.keep(here(lease.pool()), lease)) {
            if (ticket.run() == null) ticket.wake();
        }
    }

    /// Ends a ticket that is not used, and grants what was reserved for it to others.
    void giveUp(String pool, PoolState.Ticket ticket) {
        if (here(pool).giveUp(ticket)) pump(pool);
    }

    /// Wakes the callers that wait for permits, which find that the engine is closed or has
    /// stopped.
    public void wakeCallers() {
        for (PoolState pool : pools.values()) {
            for (PoolState.Ticket ticket : pool.waiting()) {
                if (ticket.run() == null) ticket.wake();
            }
        }
    }

    /// Takes the permits of a run back, which waits for none either, without granting them to
    /// others yet. A grant that is under way for the run gives back itself what the run does not
    /// take.
    public void free(String pool, RunId run) {
        here(pool).withdraw(run.toString());
        here(pool).released(run.toString());
    }

    /// Grants what is free to those that wait, in their order: at once in memory, or soon if the
    /// store has to be asked.
    public void pump(String pool) {
        if (ledger.isInMemory()) {
            here(pool).grant().forEach(PoolState.Ticket::wake);
        } else {
            dirty.add(pool);
            kernel.host.raise(changed);
        }
    }

    /// Grants a run the permits that are reserved for it.
    private void grant(PoolState.Ticket ticket, RunId id, PermitNeed need) {
        Input granted = Input.Granted.of(id, need);
        new RunParking(kernel, liveRuns, inputs())
                .orPark(
                        id,
                        "grant",
                        () -> need.equals(apply(id, granted).run().heldPermits()),
                        () -> giveUp(need.pool(), ticket));
    }

    private Decision apply(RunId id, Input granted) {
        return kernel.getPatiently(() -> inputs().apply(id, granted));
    }

    private RunInputs inputs() {
        RunInputs started = inputs;
        if (started == null) throw new IllegalStateException("permits are not granted yet");
        return started;
    }

    /// Looks again for runs of this node that wait: permits may have come back on a node that could
    /// not execute them.
    public void lookAgain() {
        for (String pool : pools.keySet()) {
            if (!here(pool).waiting().isEmpty()) pump(pool);
        }
    }

    private void turn() {
        try {
            kernel.host.await(changed, failed.next());
        } catch (InterruptedException _) {
            // This task is never interrupted; looking once more does no harm.
        }
        dirty.addAll(failed.removeDue(kernel.now()));
        for (String pool : pools.keySet()) {
            if (kernel.isBroken()) return;
            if (failed.contains(pool) || !dirty.remove(pool)) continue;
            try {
                grantTogether(pool);
            } catch (Throwable e) {
                if (!Kernel.isTransient(e)) kernel.failed("pool " + pool, e);
                failed.add(pool, kernel.now());
            }
        }
    }

    /// Grants what is free to the next runs, in one commit for all.
    private void grantTogether(String pool) {
        while (!kernel.isClosing()) {
            PoolState here = here(pool);
            List<PoolState.Ticket> asked = here.waiting();
            PoolLedger.View view = ledger.view(here);
            Set<RunId> line = runs(view.state());
            if (line.size() < PoolLedger.FIRST_MAX) forgetOthers(here, asked, line);
            if (line.isEmpty()) return;
            Map<RunId, Integer> granted = granted(view.state());
            if (granted.size() < line.size()) lookWhenOver(pool, view.state());
            if (granted.isEmpty()) return;
            try {
                List<RunId> ids = List.copyOf(granted.keySet());
                Input input = new Input.Granted(pool, granted);
                List<Decision> made =
                        kernel.getPatiently(() -> inputs().applyAll(ids, input, view.turn()));
                long changes = made.stream().filter(Decision::changes).count();
                if (changes == granted.size() && changes < PoolLedger.FIRST_MAX) return;
            } catch (StoreException e) {
                if (e.kind() != StoreException.Kind.GUARD_FAILED) throw e;
                kernel.pauseAbout(PAUSE_MILLIS_MAX);
            }
        }
    }

    private static Set<RunId> runs(PoolState state) {
        Set<RunId> runs = new HashSet<>();
        for (PoolState.Ticket ticket : state.waiting()) {
            if (ticket.run() != null) runs.add(ticket.run());
        }
        return runs;
    }

    /// Returns the next runs. Other holders that are next take their permits themselves.
    private static Map<RunId, Integer> granted(PoolState state) {
        Map<RunId, Integer> granted = new HashMap<>();
        for (PoolState.Ticket ticket : state.grant()) {
            ticket.wake();
            if (ticket.run() != null) granted.put(ticket.run(), ticket.count());
        }
        return granted;
    }

    /// The whole line is known: a run that asked before it was read, and is not in it, does not
    /// wait any more.
    private static void forgetOthers(
            PoolState here, List<PoolState.Ticket> asked, Set<RunId> line) {
        for (PoolState.Ticket ticket : asked) {
            boolean gone = ticket.run() != null && !line.contains(ticket.run());
            if (gone) here.withdraw(ticket.holder());
        }
    }

    /// Looks again when a lease that is not returned has expired.
    private void lookWhenOver(String pool, PoolState state) {
        state.leases().stream()
                .map(Lease::expires)
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder())
                .ifPresent(over -> lookAt(pool, over));
    }

    private void lookAt(String pool, Instant time) {
        Timers.Alarm before = alarms.put(pool, timers.alarm(time, () -> pump(pool)));
        if (before != null) before.cancel();
    }
}
