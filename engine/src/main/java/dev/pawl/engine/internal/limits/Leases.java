package dev.pawl.engine.internal.limits;

import dev.pawl.engine.Lease;
import dev.pawl.engine.PoolSettings;
import dev.pawl.engine.Refused;
import dev.pawl.engine.Signal;
import dev.pawl.engine.internal.kernel.CallerDeadline;
import dev.pawl.engine.internal.kernel.CommitExtras;
import dev.pawl.engine.internal.kernel.EngineDocuments;
import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.engine.internal.kernel.LiveRun;
import dev.pawl.engine.internal.kernel.LiveRuns;
import dev.pawl.engine.internal.kernel.RunLock;
import dev.pawl.engine.internal.time.StopMonitor;
import dev.pawl.engine.internal.time.Timers;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Guard;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.engine.store.StoreException;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Gives leases to holders that are not runs, and changes and ends leases of all holders.
/// [Pools][dev.pawl.engine.Pools] says what the methods of the same name do.
///
/// A lease is changed under a guard that it is still the same, and on this node one change of a
/// pool at a time: what is stored and what is in memory must agree. A holder is woken when this
/// node has permits for it; what other nodes return is found by looking, less and less often.
public final class Leases {
    private static final Duration LOOK_AGAIN_MIN = Duration.ofMillis(20);
    private static final Duration LOOK_AGAIN_MAX = Duration.ofSeconds(1);
    private static final int PAUSE_MILLIS_MAX = 20;

    /// How many holders an error names.
    private static final int NAMES_MAX = 10;

    private final Kernel kernel;
    private final Timers timers;
    private final LiveRuns liveRuns;
    private final Permits permits;
    private final PoolLedger ledger;
    // The leases whose ends have an alarm, by name.
    private final Map<String, Lease> watched = new ConcurrentHashMap<>();

    Leases(Kernel kernel, Timers timers, LiveRuns liveRuns, Permits permits) {
        this.kernel = kernel;
        this.timers = timers;
        this.liveRuns = liveRuns;
        this.permits = permits;
        this.ledger = permits.ledger;
    }

    /// Loads the leases that are stored.
    public void load() {
        for (Lease lease : EngineDocuments.leases(kernel.store)) {
            // A pool that was never declared again keeps its leases, with no room for others.
            PoolState here = permits.add(new PoolSettings(lease.pool(), 0));
            ledger.keep(here, lease);
            watch(lease);
        }
    }

    public Optional<Lease> acquire(LeaseRequest request, Instant until)
            throws InterruptedException {
        Optional<Lease> held = held(request);
        if (held.isPresent()) return held;
        Signal ready = new Signal();
        PoolState.Ticket ticket =
                new PoolState.Ticket(request, kernel.ids.next(), () -> kernel.host.raise(ready));
        try {
            return await(request, ticket, ready, new CallerDeadline(kernel, until));
        } finally {
            permits.giveUp(request.pool(), ticket);
        }
    }

    private Optional<Lease> await(
            LeaseRequest request, PoolState.Ticket ticket, Signal ready, CallerDeadline deadline)
            throws InterruptedException {
        Duration pause = LOOK_AGAIN_MIN;
        boolean last = false;
        while (true) {
            // Another caller of the same holder may have returned the lease that both waited for.
            permits.here(request.pool()).ask(ticket);
            Optional<Lease> got = tryLease(request);
            if (got.isPresent()) return got;
            // After the ticket is in line: who wakes it when the engine stops must find it.
            kernel.requireOpen();
            if (last) return got;
            Instant again = kernel.node.othersAt(kernel.now(), pause);
            boolean woken = deadline.await(ready, again);
            last = !woken && deadline.isOver();
            pause = pause.multipliedBy(2);
            if (pause.compareTo(LOOK_AGAIN_MAX) > 0) pause = LOOK_AGAIN_MAX;
        }
    }

    private Optional<Lease> held(LeaseRequest request) {
        return find(request.pool(), request.holder()).filter(lease -> !ledger.isOver(lease));
    }

    private Optional<Lease> find(String pool, String holder) {
        return ledger.find(permits.here(pool), holder);
    }

    /// Returns the holder's lease if it is the holder's turn.
    private Optional<Lease> tryLease(LeaseRequest request) {
        return locked(
                request.pool(),
                () -> {
                    Optional<Lease> held = held(request);
                    if (held.isPresent()) return held;
                    PoolLedger.View view = ledger.view(permits.here(request.pool()));
                    PoolState now = view.state();
                    now.grant().forEach(PoolState.Ticket::wake);
                    if (!now.isReserved(request.holder(), request.count())) return Optional.empty();
                    Lease lease = lease(request);
                    commit(EngineDocuments.document(lease), view.turn());
                    permits.hold(lease);
                    watch(lease);
                    return Optional.of(lease);
                });
    }

    private Lease lease(LeaseRequest request) {
        return new Lease(
                request.pool(),
                request.holder(),
                request.count(),
                kernel.ids.next(),
                kernel.after(request.ttl()),
                null);
    }

    private void commit(NamedDocument document, CommitExtras extras) {
        kernel.commitNow(Commit.of(document).with(extras.documents()).under(extras.guards()));
    }

    public boolean renew(Lease lease, Duration ttl) {
        return change(lease, present -> present.until(kernel.after(ttl)));
    }

    /// Returns a lease as it is now, if it is still held.
    public Optional<Lease> current(Lease lease) {
        return find(lease.pool(), lease.holder())
                .filter(present -> present.epoch() == lease.epoch() && !ledger.isOver(present));
    }

    /// Frees a lease; false if it is no longer held.
    public boolean release(Lease lease) {
        return kernel.getPatiently(() -> change(lease, _ -> null));
    }

    public void revoke(String pool, String holder, Duration grace) {
        Lease lease = find(pool, holder).orElseThrow(() -> unheld(pool, holder));
        Instant by = kernel.after(grace);
        change(lease, present -> present.revoked(by));
        ledger.notifyNodes(pool);
    }

    /// Returns the leases of a pool, oldest first.
    public List<Lease> all(String pool) {
        return ledger.leases(permits.here(pool));
    }

    public Refused unheld(String pool, String holder) {
        String holders =
                all(pool).stream()
                        .map(Lease::holder)
                        .limit(NAMES_MAX)
                        .collect(Collectors.joining(", "));
        return new Refused(
                "'%s' holds no permits of pool '%s' (held by: %s)"
                        .formatted(holder, pool, holders.isEmpty() ? "none" : holders));
    }

    /// Changes a lease that is still held, or ends it if `change` returns null; false if it is no
    /// longer held.
    private boolean change(Lease lease, Function<Lease, @Nullable Lease> change) {
        return locked(
                lease.pool(),
                () -> {
                    Optional<Lease> present = current(lease);
                    present.ifPresent(before -> write(before, change.apply(before)));
                    return present.isPresent();
                });
    }

    /// Does work that changes a lease, and again if another node was faster.
    private <T> T locked(String pool, Supplier<T> work) {
        RunLock changing = permits.here(pool).changing;
        while (true) {
            changing.take(kernel.host);
            try {
                return work.get();
            } catch (StoreException e) {
                if (e.kind() != StoreException.Kind.GUARD_FAILED) throw e;
            } finally {
                changing.give(kernel.host);
            }
            kernel.pauseAbout(PAUSE_MILLIS_MAX);
        }
    }

    private void write(Lease before, @Nullable Lease after) {
        PoolState here = permits.here(before.pool());
        if (after == null) {
            String name = EngineDocuments.name(before);
            commit(new NamedDocument(NamedDocument.Kind.PERMIT, name, null), unchanged(before));
            here.released(before.holder());
            permits.pump(before.pool());
            return;
        }
        // No guard would notice that the run has returned its lease meanwhile.
        boolean isRecorded = !ledger.isInMemory() || !before.isOfRun();
        if (isRecorded) commit(EngineDocuments.document(after), unchanged(before));
        if (ledger.isInMemory()) here.changed(before, after);
        watch(after);
    }

    private static CommitExtras unchanged(Lease lease) {
        Guard same = new Guard.Same(EngineDocuments.document(lease));
        return CommitExtras.documents(List.of(), List.of(same));
    }

    /// Takes a lease back when its time is over.
    private void watch(Lease lease) {
        Instant end = earlier(lease.expires(), lease.revokedBy());
        if (end == null) return;
        String name = EngineDocuments.name(lease);
        // What is loaded again has its alarm already.
        if (lease.equals(watched.put(name, lease))) return;
        timers.alarm(
                end,
                () -> {
                    watched.remove(name, lease);
                    kernel.start("take-back", () -> kernel.patiently(() -> takeBack(lease)));
                });
    }

    /// Takes back a lease if it is as it was: neither renewed nor returned since. The clock is not
    /// asked again: it may have gone back since, and no other alarm would come.
    private void takeBack(Lease due) {
        if (due.isOfRun()) {
            revokeAttempt(due);
            return;
        }
        boolean taken =
                locked(
                        due.pool(),
                        () -> {
                            boolean still = isUnchanged(due);
                            if (still) write(due, null);
                            return still;
                        });
        assert taken || !isUnchanged(due);
    }

    private boolean isUnchanged(Lease lease) {
        return find(lease.pool(), lease.holder()).filter(lease::equals).isPresent();
    }

    /// Stops the attempt that holds a lease. A run's lease changes under the lock of the run, so
    /// under it no other attempt can be meant.
    private void revokeAttempt(Lease due) {
        RunId id = RunId.parse(due.holder());
        if (liveRuns.find(id).isEmpty()) return;
        LiveRun live = liveRuns.use(id);
        try {
            live.lock.exclusively(
                    kernel.host,
                    () -> {
                        if (isUnchanged(due)) new StopMonitor(kernel, timers).revoke(live);
                    });
        } finally {
            liveRuns.release(live);
        }
    }

    private static @Nullable Instant earlier(@Nullable Instant a, @Nullable Instant b) {
        if (a == null) return b;
        return b == null || a.isBefore(b) ? a : b;
    }
}
