package dev.pawl.engine;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Item;
import dev.pawl.machine.JsonCodec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/// The permit pools of an engine: leases with a holder, an epoch and an expiry.
///
/// Steps that declare permits get and give them back with their attempts; anybody else may acquire
/// leases here. A lease is durable before its holder learns of it, and outlives a restart.
public final class Pools {
    private final Kernel kernel;
    private final Permits permits;
    private final ConcurrentSkipListMap<String, PoolSettings> all = new ConcurrentSkipListMap<>();

    Pools(Kernel kernel, Permits permits) {
        this.kernel = kernel;
        this.permits = permits;
    }

    /// Declares a pool or changes its capacity, durably, while its holders go on.
    public void set(PoolSettings settings) {
        kernel.requireOpen();
        kernel.commitNow(Commit.of(item(settings)));
        learn(settings);
    }

    /// Returns all pools, by name.
    public List<PoolSettings> all() {
        return List.copyOf(all.values());
    }

    /// Returns the leases of a pool, oldest first.
    public List<Lease> leases(String pool) {
        require(pool);
        return permits.leases(pool);
    }

    /// Acquires `count` permits for a holder, waiting until a time for its turn; empty if that came
    /// first. Without `renew` the lease ends after `ttl` by itself.
    public Optional<Lease> acquire(Request request, Instant until) throws InterruptedException {
        kernel.requireOpen();
        int capacity = require(request.pool()).capacity();
        if (request.count() > capacity) {
            throw new Refused(
                    "pool '%s' has %d permits, and %d were asked for"
                            .formatted(request.pool(), capacity, request.count()));
        }
        return permits.acquire(request, until);
    }

    /// Extends a lease by `ttl` from now; false if it is no longer held.
    public boolean renew(Lease lease, Duration ttl) {
        kernel.requireOpen();
        return permits.renew(lease, ttl);
    }

    /// Returns whether a lease is still held: neither released, nor expired, nor taken back.
    public boolean isHeld(Lease lease) {
        return current(lease).isPresent();
    }

    /// Returns the lease as it is now, with its revocation if there is one.
    public Optional<Lease> current(Lease lease) {
        return permits.current(lease);
    }

    /// Gives a lease back; giving back what is no longer held changes nothing.
    public void release(Lease lease) {
        permits.release(lease);
    }

    /// Asks a holder to give its lease back, and takes it back after `grace`.
    public void revoke(String pool, String holder, Duration grace) {
        kernel.requireOpen();
        require(pool);
        permits.revoke(pool, holder, grace);
    }

    Permits permits() {
        return permits;
    }

    void open(List<PoolSettings> declared) {
        reload();
        for (PoolSettings settings : declared) {
            if (!all.containsKey(settings.name())) set(settings);
        }
        permits.load();
    }

    /// Takes over settings that another node may have changed.
    void reload() {
        for (Item item : kernel.store.items(Item.Kind.POOL)) {
            learn(Queues.decode(item, PoolSettings.class));
        }
    }

    private void learn(PoolSettings settings) {
        all.put(settings.name(), settings);
        permits.settings(settings);
    }

    /// Returns the settings of a pool; one that was never declared is refused.
    PoolSettings require(String pool) {
        PoolSettings settings = all.get(pool);
        if (settings == null) {
            throw new Refused.UnknownPool(pool, String.join(", ", all.keySet()));
        }
        return settings;
    }

    static Item item(PoolSettings settings) {
        return new Item(Item.Kind.POOL, settings.name(), JsonCodec.JSON.encode(settings));
    }

    static Item item(Lease lease) {
        return new Item(Item.Kind.PERMIT, lease.itemName(), JsonCodec.JSON.encode(lease));
    }

    /// What somebody asks of a pool.
    public record Request(String pool, String holder, int count, int priority, Duration ttl) {
        public Request {
            if (count < 1) throw new IllegalArgumentException("permits are 1 or more: " + count);
            if (!ttl.isPositive())
                throw new IllegalArgumentException("a lease needs a time: " + ttl);
        }
    }
}
