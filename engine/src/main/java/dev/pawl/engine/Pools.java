package dev.pawl.engine;

import dev.pawl.engine.internal.kernel.EngineDocuments;
import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.engine.internal.kernel.Registry;
import dev.pawl.engine.internal.kernel.RunLock;
import dev.pawl.engine.internal.limits.DeclaredLimits;
import dev.pawl.engine.internal.limits.LeaseRequest;
import dev.pawl.engine.internal.limits.Leases;
import dev.pawl.engine.internal.limits.Permits;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.machine.Machine;
import dev.pawl.run.PermitNeed;
import dev.pawl.run.Run;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/// The permit pools of an engine: leases with a holder, an epoch and an expiry.
///
/// Steps that declare permits acquire and release them with their attempts; other holders acquire
/// leases here. A lease is durable before its holder gets it, and survives a restart.
public final class Pools {
    private final Kernel kernel;
    private final Permits permits;
    private final Leases leases;
    private final DeclaredLimits<PoolSettings> declarations;
    private final ConcurrentSkipListMap<String, PoolSettings> all = new ConcurrentSkipListMap<>();
    // Held while settings change: what is stored and what is in memory must agree.
    private final RunLock changing = new RunLock();

    Pools(Kernel kernel, Permits permits) {
        this.kernel = kernel;
        this.permits = permits;
        this.leases = permits.leases();
        this.declarations = new DeclaredLimits<>(kernel, "pool", PoolSettings.class);
    }

    /// Declares a pool or changes its capacity, durably, while its holders continue.
    public void set(PoolSettings settings) {
        kernel.requireOpen();
        changing.exclusively(
                kernel.host,
                () -> {
                    kernel.commitNow(Commit.of(EngineDocuments.document(settings)));
                    learn(settings);
                });
    }

    /// Returns all pools, by name.
    public List<PoolSettings> all() {
        return List.copyOf(all.values());
    }

    /// Returns the settings that code declares for a pool, if another capacity is in force: one
    /// that an operator sets survives a restart.
    public Optional<PoolSettings> overridden(String pool) {
        PoolSettings stored = require(pool);
        return declarations.find(pool).filter(declared -> !declared.equals(stored));
    }

    /// Returns the leases of a pool, oldest first.
    public List<Lease> leases(String pool) {
        require(pool);
        return leases.all(pool);
    }

    /// Acquires `count` permits for a holder, waiting until a time for its turn; empty if that came
    /// first. Without `renew` the lease ends after `ttl` by itself.
    public Optional<Lease> acquire(Request request, Instant until) throws InterruptedException {
        kernel.requireOpen();
        int capacity = require(request.pool()).capacity();
        if (request.count() > capacity) {
            throw new Refused(
                    "pool '%s' has %d permits, but %d were requested"
                            .formatted(request.pool(), capacity, request.count()));
        }
        return leases.acquire(request.lease(), until);
    }

    /// Extends a lease by `ttl` from now; false if it is no longer held. Throws [Refused] for the
    /// lease of a run, which has no time.
    public boolean renew(Lease lease, Duration ttl) {
        kernel.requireOpen();
        if (!ttl.isPositive())
            throw new IllegalArgumentException("expected a positive lease time, found " + ttl);
        requireOfNoRun(lease);
        return leases.renew(lease, ttl);
    }

    /// Returns whether a lease is still held: neither released, nor expired, nor taken back.
    public boolean isHeld(Lease lease) {
        return current(lease).isPresent();
    }

    /// Returns the lease as it is now, with its revocation if there is one.
    public Optional<Lease> current(Lease lease) {
        return leases.current(lease);
    }

    /// Gives a lease back; giving back what is no longer held changes nothing. Throws [Refused] for
    /// the lease of a run, which the run gives back itself.
    public void release(Lease lease) {
        requireOfNoRun(lease);
        leases.release(lease);
    }

    /// Asks a holder to give its lease back, and takes it back after `grace`.
    public void revoke(String pool, String holder, Duration grace) {
        kernel.requireOpen();
        require(pool);
        leases.revoke(pool, holder, grace);
    }

    /// Frees the lease of a holder that does not use it any more and returns it. Throws [Refused]
    /// if the holder has no lease, or one that is over, and for the lease of a run that executes:
    /// that one ends with the attempt.
    public Lease release(String pool, String holder) {
        kernel.requireOpen();
        require(pool);
        Lease lease =
                EngineDocuments.lease(kernel.store, pool, holder)
                        .orElseThrow(() -> leases.unheld(pool, holder));
        if (unusedBecause(lease).isEmpty()) requireOfNoRun(lease);
        if (!leases.release(lease)) throw leases.unheld(pool, holder);
        return lease;
    }

    /// A run frees its lease in the commit that ends the attempt; if a lease ended before, more
    /// runs would execute than there are permits.
    private static void requireOfNoRun(Lease lease) {
        if (!lease.isOfRun()) return;
        throw new Refused(
                ("run %s holds %d permits of pool '%s' for the attempt that it executes, and"
                                + " frees them at its end; cancel or pause the run instead")
                        .formatted(lease.holder(), lease.count(), lease.pool()));
    }

    /// Drops the leases of runs that are no longer in the attempt that they were granted for.
    void dropUnused() {
        for (Lease lease : EngineDocuments.leases(kernel.store)) {
            if (!lease.isOfRun()) continue;
            unusedBecause(lease)
                    .ifPresent(reason -> {
                        if (!leases.release(lease)) return;
                        kernel.publish(new EngineEvent.LeaseDropped(lease, reason));
                    });
        }
    }

    /// Returns why no run uses the lease, if none does. It is read before its run: a lease that is
    /// still the same when it is dropped was not in use when the run was read.
    private Optional<String> unusedBecause(Lease lease) {
        Optional<Run> run = lease.run().flatMap(kernel.store::run);
        if (run.isEmpty()) return Optional.of("there is no run " + lease.holder());
        PermitNeed held = run.get().heldPermits();
        if (new PermitNeed(lease.pool(), lease.count()).equals(held)) return Optional.empty();
        return Optional.of(
                "run %s is %s in '%s' and holds %s"
                        .formatted(
                                lease.holder(),
                                run.get().status(),
                                run.get().state(),
                                held == null ? "no permits" : "others: " + held));
    }

    void open(List<PoolSettings> declared) {
        reload();
        for (PoolSettings settings : declared) {
            if (!all.containsKey(settings.name())) set(settings);
            declarations.keep(settings.name(), settings);
            PoolSettings stored = require(settings.name());
            if (!stored.equals(settings)) reportOverridden(settings, stored);
        }
    }

    private void reportOverridden(PoolSettings declared, PoolSettings stored) {
        kernel.publish(
                new EngineEvent.LimitsOverridden(
                        "pool",
                        declared.name(),
                        "capacity " + declared.capacity(),
                        "capacity " + stored.capacity()));
    }

    /// Takes over settings and leases that another node may have changed.
    void reload() {
        changing.exclusively(kernel.host, this::learnAll);
        leases.load();
    }

    private void learnAll() {
        for (NamedDocument document : kernel.store.documents(NamedDocument.Kind.POOL)) {
            learn(EngineDocuments.decode(document, PoolSettings.class));
        }
    }

    private void learn(PoolSettings settings) {
        all.put(settings.name(), settings);
        permits.settings(settings);
    }

    /// Refuses machines whose steps need permits of a pool that was never declared.
    void requireFor(Registry registry) {
        for (Machine<?, ?> machine : registry.machines()) {
            Registry.pools(machine.definition()).forEach(this::require);
        }
    }

    /// Returns the settings of a pool; one that was never declared is refused.
    PoolSettings require(String pool) {
        PoolSettings settings = all.get(pool);
        if (settings == null) {
            throw new Refused.UnknownPool(pool, String.join(", ", all.keySet()));
        }
        return settings;
    }

    /// A request for permits of a pool, by a holder that is not a run.
    public record Request(String pool, String holder, int count, int priority, Duration ttl) {
        public Request {
            if (holder.isBlank())
                throw new IllegalArgumentException("expected a holder, found a blank one");
            if (count < 1)
                throw new IllegalArgumentException("expected 1 or more permits, found " + count);
            if (!ttl.isPositive())
                throw new IllegalArgumentException("expected a positive lease time, found " + ttl);
        }

        private LeaseRequest lease() {
            return new LeaseRequest(pool, holder, count, priority, ttl);
        }
    }
}
