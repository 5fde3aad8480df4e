package dev.pawl.engine;

import dev.pawl.run.PermitNeed;
import dev.pawl.run.Run;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Who holds permits of pools and who waits for them: in memory where one engine has the store, in
/// the store where nodes share it. [Pools] says what the methods of the same name do.
sealed interface Permits permits LocalPermits, SharedPermits {

    /// How many holders an error names.
    int NAMES_MAX = 10;

    /// Takes note of a pool that was declared or changed.
    void settings(PoolSettings settings);

    /// Brings up the leases that are stored.
    void load();

    Optional<Lease> acquire(Pools.Request request, Instant until) throws InterruptedException;

    boolean renew(Lease lease, Duration ttl);

    Optional<Lease> current(Lease lease);

    void release(Lease lease);

    void revoke(String pool, String holder, Duration grace);

    List<Lease> leases(String pool);

    /// Puts a run that needs permits into the line; `ready` is told when they are reserved.
    void ask(Run run, PermitNeed need, Runnable ready);

    /// Takes note of a lease that is durable.
    void hold(Lease lease);

    /// Takes note that somebody waits for permits no longer, or holds them no longer.
    void giveUp(String pool, String holder);

    /// Takes the permits of a holder back without giving them to others yet.
    void free(String pool, String holder);

    /// Gives out what is free, in turn.
    void pump(String pool);

    /// Returns a pool as it is now.
    PoolBoard look(String pool);

    static Refused unheld(String pool, String holder, List<Lease> leases) {
        String holders =
                leases.stream()
                        .map(Lease::holder)
                        .limit(NAMES_MAX)
                        .collect(Collectors.joining(", "));
        return new Refused(
                "'%s' holds no permits of pool '%s' (held by: %s)"
                        .formatted(holder, pool, holders.isEmpty() ? "none" : holders));
    }
}
