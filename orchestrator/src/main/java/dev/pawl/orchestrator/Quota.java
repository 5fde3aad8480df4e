package dev.pawl.orchestrator;

import dev.pawl.engine.Lease;
import dev.pawl.engine.Pools;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The permits of one provider: leases of the pool, one for each, which the broker gives and takes.
///
/// Whoever executes the provider keeps them alive; if nobody does they come back by themselves.
final class Quota {
    /// How long a permit lasts without word from its holder.
    static final Duration TERM = Duration.ofSeconds(60);

    /// How often its holder gives word.
    static final Duration RENEWAL = TERM.dividedBy(3);

    private static final char SLOT = '#';

    private final Pools pools;
    private final String pool;
    private final String provider;

    Quota(Pools pools, String pool, String provider) {
        this.pools = pools;
        this.pool = pool;
        this.provider = provider;
    }

    /// Returns whose lease it is.
    static String provider(Lease lease) {
        return provider(lease.holder());
    }

    static String provider(String holder) {
        return holder.substring(0, holder.lastIndexOf(SLOT));
    }

    /// Returns the number of a lease among those of its provider.
    private static int slot(Lease lease) {
        return Integer.parseInt(lease.holder().substring(lease.holder().lastIndexOf(SLOT) + 1));
    }

    /// Returns all leases, those that are being revoked included, by their numbers.
    List<Lease> held() {
        List<Lease> mine = new ArrayList<>();
        for (Lease lease : pools.leases(pool)) {
            if (provider(lease).equals(provider)) mine.add(lease);
        }
        mine.sort(Comparator.comparingInt(Quota::slot));
        return mine;
    }

    /// Returns how many permits may be used: those that nobody wants back.
    int usable() {
        return (int) held().stream().filter(lease -> lease.revokedBy() == null).count();
    }

    /// Takes up to `count` more permits; returns how many there were.
    int take(int count, int priority, Instant now) throws InterruptedException {
        List<Integer> taken = held().stream().map(Quota::slot).toList();
        int got = 0;
        for (int slot = 1; got < count; slot++) {
            if (taken.contains(slot)) continue;
            String holder = provider + SLOT + slot;
            Optional<Lease> lease =
                    pools.acquire(new Pools.Request(pool, holder, 1, priority, TERM), now);
            if (lease.isEmpty()) return got;
            got++;
        }
        return got;
    }

    /// Asks for `count` permits back until a deadline; those of the highest numbers.
    void revoke(int count, Duration grace) {
        List<Lease> free =
                held().stream().filter(lease -> lease.revokedBy() == null).toList().reversed();
        for (Lease lease : free.subList(0, Math.min(count, free.size()))) {
            pools.revoke(pool, lease.holder(), grace);
        }
    }

    /// Gives back what is wanted back, as far as no more than `busy` permits are in use.
    void acknowledge(int busy) {
        List<Lease> all = held();
        int left = all.size();
        for (Lease lease : all) {
            if (lease.revokedBy() == null || left <= busy) continue;
            pools.release(lease);
            left--;
        }
    }

    void releaseAll() {
        held().forEach(pools::release);
    }

    /// Gives word that the holder lives.
    void renew(Instant now) {
        Instant soon = now.plus(TERM).minus(RENEWAL);
        for (Lease lease : held()) {
            Instant expires = lease.expires();
            if (expires != null && expires.isBefore(soon)) pools.renew(lease, TERM);
        }
    }
}
