package dev.pawl.engine;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Item;
import dev.pawl.machine.JsonCodec;
import dev.pawl.machine.State;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The permit pools of an engine: leases with a holder, an epoch and an expiry.
///
/// Steps that declare permits get and give them back with their attempts; anybody else may acquire
/// leases here. A lease is durable before its holder learns of it, and outlives a restart.
public final class Pools {
    private final Kernel kernel;
    private final Timers timers;
    private final Cells cells;
    private final ConcurrentSkipListMap<String, PoolBoard> boards = new ConcurrentSkipListMap<>();

    Pools(Kernel kernel, Timers timers, Cells cells) {
        this.kernel = kernel;
        this.timers = timers;
        this.cells = cells;
    }

    /// Declares a pool or changes its capacity, durably, while its holders go on.
    public void set(PoolSettings settings) {
        kernel.requireOpen();
        Item item = new Item(Item.Kind.POOL, settings.name(), JsonCodec.JSON.encode(settings));
        kernel.commitNow(Commit.of(item));
        boards.computeIfAbsent(settings.name(), name -> new PoolBoard(settings)).settings(settings);
        pump(settings.name());
    }

    /// Returns all pools, by name.
    public List<PoolSettings> all() {
        return boards.values().stream().map(PoolBoard::settings).toList();
    }

    /// Returns the leases of a pool, oldest first.
    public List<Lease> leases(String pool) {
        return board(pool).leases();
    }

    /// Acquires `count` permits for a holder, waiting until a time for its turn; empty if that came
    /// first. Without `renew` the lease ends after `ttl` by itself.
    public Optional<Lease> acquire(Request request, Instant until) throws InterruptedException {
        kernel.requireOpen();
        PoolBoard board = board(request.pool());
        int capacity = board.settings().capacity();
        if (request.count() > capacity) {
            throw new Refused(
                    "pool '%s' has %d permits, and %d were asked for"
                            .formatted(request.pool(), capacity, request.count()));
        }
        Optional<Lease> held = board.lease(request.holder());
        if (held.isPresent()) return held;
        Signal ready = new Signal();
        board.ask(
                new PoolBoard.Ticket(
                        request.holder(),
                        request.count(),
                        request.priority(),
                        kernel.ids.next(),
                        () -> kernel.host.raise(ready)));
        pump(request.pool());
        boolean granted = false;
        try {
            granted = kernel.host.await(ready, until);
        } finally {
            if (!granted) giveUp(request.pool(), request.holder());
        }
        return granted ? Optional.of(lease(request)) : Optional.empty();
    }

    private Lease lease(Request request) {
        PoolBoard board = board(request.pool());
        board.changing.take(kernel.host);
        try {
            return leaseNow(request);
        } finally {
            board.changing.give(kernel.host);
        }
    }

    private Lease leaseNow(Request request) {
        Instant expires = kernel.now().plus(request.ttl());
        Lease lease =
                new Lease(
                        request.pool(),
                        request.holder(),
                        request.count(),
                        kernel.ids.next(),
                        expires,
                        null);
        try {
            kernel.commitNow(Commit.of(item(lease)));
        } catch (RuntimeException e) {
            giveUp(request.pool(), request.holder());
            throw e;
        }
        hold(lease);
        return lease;
    }

    /// Extends a lease by `ttl` from now; false if it is no longer held.
    public boolean renew(Lease lease, Duration ttl) {
        kernel.requireOpen();
        return change(
                lease,
                present -> {
                    Lease longer = present.until(kernel.now().plus(ttl));
                    kernel.commitNow(Commit.of(item(longer)));
                    hold(longer);
                });
    }

    /// Returns whether a lease is still held: neither released, nor expired, nor taken back.
    public boolean isHeld(Lease lease) {
        return current(lease).isPresent();
    }

    /// Returns the lease as it is now, with its revocation if there is one.
    public Optional<Lease> current(Lease lease) {
        return board(lease.pool())
                .lease(lease.holder())
                .filter(present -> present.epoch() == lease.epoch());
    }

    /// Gives a lease back; giving back what is no longer held changes nothing.
    public void release(Lease lease) {
        change(lease, this::drop);
    }

    /// Asks a holder to give its lease back, and takes it back after `grace`.
    public void revoke(String pool, String holder, Duration grace) {
        kernel.requireOpen();
        Lease lease =
                board(pool)
                        .lease(holder)
                        .orElseThrow(() ->
                                new Refused(
                                        "'%s' holds no permits of pool '%s'"
                                                .formatted(holder, pool)));
        change(
                lease,
                present -> {
                    Lease revoked = present.revoked(kernel.now().plus(grace));
                    // A run's attempt does not outlive the process, and neither does what it is
                    // told.
                    if (!isOfRun(present)) kernel.commitNow(Commit.of(item(revoked)));
                    hold(revoked);
                });
    }

    /// Changes a lease if it is held still, while nobody else changes one of its pool: what is
    /// durable and what is in memory must not cross.
    private boolean change(Lease lease, Consumer<Lease> change) {
        PoolBoard board = board(lease.pool());
        board.changing.take(kernel.host);
        try {
            Optional<Lease> present = current(lease);
            present.ifPresent(change);
            return present.isPresent();
        } finally {
            board.changing.give(kernel.host);
        }
    }

    /// The lease of a run ends with its attempt, in the transaction that ends that.
    private static boolean isOfRun(Lease lease) {
        return lease.expires() == null;
    }

    void open(List<PoolSettings> declared) {
        for (Item item : kernel.store.items(Item.Kind.POOL)) {
            PoolSettings settings = decode(item, PoolSettings.class);
            boards.put(item.name(), new PoolBoard(settings));
        }
        for (PoolSettings settings : declared) {
            if (!boards.containsKey(settings.name())) set(settings);
        }
        for (Item item : kernel.store.items(Item.Kind.PERMIT)) {
            Lease lease = decode(item, Lease.class);
            // A pool that was never declared again keeps its leases, with room for nobody else.
            boards.computeIfAbsent(lease.pool(), name -> new PoolBoard(new PoolSettings(name, 0)));
            hold(lease);
        }
    }

    /// Puts a run that needs permits into the line.
    void ask(Run run, State.Permits need, Runnable ready) {
        var lane = run.origin().lane();
        board(need.pool())
                .ask(
                        new PoolBoard.Ticket(
                                run.id().toString(),
                                need.count(),
                                lane == null ? 0 : lane.priority(),
                                run.id().value(),
                                ready));
        pump(need.pool());
    }

    void hold(Lease lease) {
        board(lease.pool()).leased(lease);
        Instant end = earlier(lease.expires(), lease.revokedBy());
        if (end != null) timers.alarm(end, () -> takeBack(lease));
    }

    /// Takes note that somebody waits for permits no longer, or holds them no longer.
    void giveUp(String pool, String holder) {
        free(pool, holder);
        pump(pool);
    }

    /// Takes the permits of a holder back without giving them to others yet.
    void free(String pool, String holder) {
        board(pool).withdraw(holder);
        board(pool).released(holder);
    }

    private void takeBack(Lease lease) {
        if (!isStill(lease)) return;
        if (isOfRun(lease)) {
            cells.find(RunId.parse(lease.holder())).ifPresent(this::stopBody);
        } else {
            kernel.start("take-back", () -> change(lease, present -> dropIfSame(present, lease)));
        }
    }

    /// Returns whether a lease is as it was: neither renewed nor given back since.
    private boolean isStill(Lease lease) {
        return current(lease).filter(lease::equals).isPresent();
    }

    /// The clock is not asked again: it may have gone back since, and no other alarm would come.
    private void dropIfSame(Lease present, Lease due) {
        if (present.equals(due)) drop(present);
    }

    /// A run's permits come back when its body has stopped, and not before.
    private void stopBody(Cell cell) {
        Flight flight = cell.flight;
        Run run = cell.run;
        if (flight == null || run == null) return;
        new Watch(kernel, timers).stop(run, flight, Flight.Cause.REVOKED);
    }

    private void drop(Lease lease) {
        kernel.commit(Commit.of(new Item(Item.Kind.PERMIT, lease.itemName(), null)));
        giveUp(lease.pool(), lease.holder());
    }

    /// Gives out what is free, in turn.
    void pump(String pool) {
        for (PoolBoard.Ticket ticket : board(pool).grant()) ticket.ready().run();
    }

    PoolBoard board(String pool) {
        PoolBoard board = boards.get(pool);
        if (board == null) {
            throw new Refused.UnknownPool(pool, String.join(", ", boards.keySet()));
        }
        return board;
    }

    static Item item(Lease lease) {
        return new Item(Item.Kind.PERMIT, lease.itemName(), JsonCodec.JSON.encode(lease));
    }

    private static @Nullable Instant earlier(@Nullable Instant a, @Nullable Instant b) {
        if (a == null) return b;
        return b == null || a.isBefore(b) ? a : b;
    }

    private static <T> T decode(Item item, Class<T> type) {
        if (item.body() == null) throw new IllegalStateException("an item without a body: " + item);
        return JsonCodec.JSON.decode(item.body(), type);
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
