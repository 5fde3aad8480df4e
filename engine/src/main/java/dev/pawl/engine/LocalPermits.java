package dev.pawl.engine;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Item;
import dev.pawl.run.PermitNeed;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The leases of an engine that has its store alone: who holds permits and who waits for them is in
/// memory, and leases are durable beside it.
final class LocalPermits implements Permits {
    private final Kernel kernel;
    private final Timers timers;
    private final Cells cells;
    private final ConcurrentSkipListMap<String, PoolBoard> boards = new ConcurrentSkipListMap<>();

    LocalPermits(Kernel kernel, Timers timers, Cells cells) {
        this.kernel = kernel;
        this.timers = timers;
        this.cells = cells;
    }

    @Override
    public void settings(PoolSettings settings) {
        boards.computeIfAbsent(settings.name(), name -> new PoolBoard(settings)).settings(settings);
        pump(settings.name());
    }

    @Override
    public void load() {
        for (Item item : kernel.store.items(Item.Kind.PERMIT)) {
            Lease lease = Queues.decode(item, Lease.class);
            // A pool that was never declared again keeps its leases, with room for nobody else.
            boards.computeIfAbsent(lease.pool(), name -> new PoolBoard(new PoolSettings(name, 0)));
            hold(lease);
        }
    }

    @Override
    public Optional<Lease> acquire(Pools.Request request, Instant until)
            throws InterruptedException {
        PoolBoard board = board(request.pool());
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

    private Lease lease(Pools.Request request) {
        PoolBoard board = board(request.pool());
        board.changing.take(kernel.host);
        try {
            return leaseNow(request);
        } finally {
            board.changing.give(kernel.host);
        }
    }

    private Lease leaseNow(Pools.Request request) {
        try {
            Lease lease =
                    new Lease(
                            request.pool(),
                            request.holder(),
                            request.count(),
                            kernel.ids.next(),
                            kernel.after(request.ttl()),
                            null);
            kernel.commitNow(Commit.of(Pools.item(lease)));
            hold(lease);
            return lease;
        } catch (RuntimeException | Error e) {
            giveUp(request.pool(), request.holder());
            throw e;
        }
    }

    @Override
    public boolean renew(Lease lease, Duration ttl) {
        return change(
                lease,
                present -> {
                    Lease longer = present.until(kernel.after(ttl));
                    kernel.commitNow(Commit.of(Pools.item(longer)));
                    hold(longer);
                });
    }

    @Override
    public Optional<Lease> current(Lease lease) {
        return board(lease.pool())
                .lease(lease.holder())
                .filter(present -> present.epoch() == lease.epoch());
    }

    @Override
    public void release(Lease lease) {
        change(lease, this::drop);
    }

    @Override
    public void revoke(String pool, String holder, Duration grace) {
        Lease lease =
                board(pool)
                        .lease(holder)
                        .orElseThrow(() -> Permits.unheld(pool, holder, board(pool).leases()));
        change(
                lease,
                present -> {
                    Lease revoked = present.revoked(kernel.after(grace));
                    // A run's attempt does not outlive the process, and neither does what it is
                    // told.
                    if (!present.isOfRun()) kernel.commitNow(Commit.of(Pools.item(revoked)));
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

    /// Puts a run that needs permits into the line.
    @Override
    public void ask(Run run, PermitNeed need, Runnable ready) {
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

    @Override
    public void hold(Lease lease) {
        board(lease.pool()).leased(lease);
        Instant end = earlier(lease.expires(), lease.revokedBy());
        if (end != null) timers.alarm(end, () -> takeBack(lease));
    }

    /// Takes note that somebody waits for permits no longer, or holds them no longer.
    @Override
    public void giveUp(String pool, String holder) {
        free(pool, holder);
        pump(pool);
    }

    /// Takes the permits of a holder back without giving them to others yet.
    @Override
    public void free(String pool, String holder) {
        board(pool).withdraw(holder);
        board(pool).released(holder);
    }

    private void takeBack(Lease lease) {
        if (!isStill(lease)) return;
        if (lease.isOfRun()) {
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
    @Override
    public void pump(String pool) {
        for (PoolBoard.Ticket ticket : board(pool).grant()) ticket.ready().run();
    }

    @Override
    public PoolBoard look(String pool) {
        return board(pool);
    }

    @Override
    public List<Lease> leases(String pool) {
        return board(pool).leases();
    }

    private PoolBoard board(String pool) {
        PoolBoard board = boards.get(pool);
        if (board == null) {
            throw new Refused.UnknownPool(pool, String.join(", ", boards.keySet()));
        }
        return board;
    }

    private static @Nullable Instant earlier(@Nullable Instant a, @Nullable Instant b) {
        if (a == null) return b;
        return b == null || a.isBefore(b) ? a : b;
    }
}
