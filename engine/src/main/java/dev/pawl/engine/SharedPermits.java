package dev.pawl.engine;

import static java.util.stream.Collectors.toSet;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Guard;
import dev.pawl.engine.store.Item;
import dev.pawl.engine.store.PermitWaiter;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.JsonCodec;
import dev.pawl.run.Payload;
import dev.pawl.run.PermitNeed;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;

/// The leases of pools that nodes share: all of it is in the store.
///
/// As with [SharedDoor], every grant changes an item of its pool, and is made only if that is as it
/// was when the node looked at what is out. Runs that wait are in the store, so whoever finds room
/// grants it to the first of them that it may run, whichever node had that before. Others wait on
/// their own node, and look again and again, less and less often.
///
/// A grant reads the leases of its pool and the first in its line, and nothing of those that wait
/// behind them or for another pool; permits that came back together are granted in one commit.
final class SharedPermits implements Permits {
    private static final Duration LOOK_AGAIN_MIN = Duration.ofMillis(20);
    private static final Duration LOOK_AGAIN_MAX = Duration.ofSeconds(1);
    private static final int PAUSE_MILLIS_MAX = 20;

    /// How many runs get their permits in one commit.
    private static final int GRANTS_MAX = 256;

    /// How far back the place in a line is looked for.
    private static final int LINE_MAX = 10_000;

    private final Kernel kernel;
    private final Timers timers;
    private final Cells cells;
    private final Map<String, PoolSettings> pools = new ConcurrentHashMap<>();
    private final Map<String, Map<String, PoolBoard.Ticket>> waiting = new ConcurrentHashMap<>();
    private final Map<String, String> asking = new ConcurrentHashMap<>();
    private final Set<String> dirty = new ConcurrentSkipListSet<>();
    private final Signal changed = new Signal();

    SharedPermits(Kernel kernel, Timers timers, Cells cells) {
        this.kernel = kernel;
        this.timers = timers;
        this.cells = cells;
    }

    void start(Runs runs) {
        kernel.loop("permits", () -> turn(runs));
    }

    void close() {
        kernel.host.raise(changed);
    }

    /// Looks again for runs of this node that wait: permits may have come back on a node that could
    /// not run them.
    void lookAgain() {
        new TreeSet<>(asking.values()).forEach(this::pump);
    }

    @Override
    public void settings(PoolSettings settings) {
        pools.put(settings.name(), settings);
        pump(settings.name());
    }

    /// Looks for leases of this node's runs that another node wants back.
    @Override
    public void load() {
        for (Lease lease : leases()) {
            Instant by = lease.revokedBy();
            if (lease.isOfRun() && by != null) timers.alarm(by, () -> stopBody(lease));
        }
    }

    @Override
    public Optional<Lease> acquire(Pools.Request request, Instant until)
            throws InterruptedException {
        String pool = request.pool();
        Optional<Lease> held = stored(pool, request.holder()).filter(lease -> !isOver(lease));
        if (held.isPresent()) return held;
        PoolBoard.Ticket ticket =
                new PoolBoard.Ticket(
                        request.holder(),
                        request.count(),
                        request.priority(),
                        kernel.ids.next(),
                        () -> {});
        Map<String, PoolBoard.Ticket> line =
                waiting.computeIfAbsent(pool, _ -> new ConcurrentHashMap<>());
        line.put(request.holder(), ticket);
        try {
            Duration pause = LOOK_AGAIN_MIN;
            while (true) {
                Optional<Lease> got = tryLease(request);
                if (got.isPresent()) return got;
                Instant again = kernel.now().plus(pause);
                boolean last = !again.isBefore(until);
                kernel.host.await(new Signal(), last ? until : again);
                if (last) return tryLease(request);
                kernel.requireOpen();
                pause = pause.multipliedBy(2);
                if (pause.compareTo(LOOK_AGAIN_MAX) > 0) pause = LOOK_AGAIN_MAX;
            }
        } finally {
            line.remove(request.holder());
            pump(pool);
        }
    }

    private Optional<Lease> tryLease(Pools.Request request) {
        String pool = request.pool();
        while (true) {
            Item turn = turn(pool);
            List<PoolBoard.Ticket> next = board(pool, first(pool)).grant();
            if (next.stream().noneMatch(t -> t.holder().equals(request.holder()))) {
                return Optional.empty();
            }
            Instant expires = kernel.after(request.ttl());
            Lease lease =
                    new Lease(
                            pool,
                            request.holder(),
                            request.count(),
                            kernel.ids.next(),
                            expires,
                            null);
            Commit commit = Commit.of(Pools.item(lease), turned(turn)).under(guards(pool, turn));
            if (isMade(commit)) return Optional.of(lease);
        }
    }

    @Override
    public boolean renew(Lease lease, Duration ttl) {
        return change(lease, present -> Pools.item(present.until(kernel.after(ttl))));
    }

    @Override
    public Optional<Lease> current(Lease lease) {
        return stored(lease.pool(), lease.holder())
                .filter(present -> present.epoch() == lease.epoch() && !isOver(present));
    }

    @Override
    public void release(Lease lease) {
        if (change(lease, SharedPermits::without)) pump(lease.pool());
    }

    @Override
    public void revoke(String pool, String holder, Duration grace) {
        Lease lease =
                stored(pool, holder).orElseThrow(() -> Permits.unheld(pool, holder, leases(pool)));
        Instant by = kernel.after(grace);
        change(lease, present -> Pools.item(present.revoked(by)));
        // Settings that are written anew let every node look, also the one that executes the run.
        kernel.commitNow(Commit.of(Pools.item(settings(pool))));
        load();
    }

    private boolean change(Lease lease, Change change) {
        while (true) {
            Optional<Lease> present = current(lease);
            if (present.isEmpty()) return false;
            Guard same = new Guard.Same(Pools.item(present.get()));
            Commit commit = Commit.of(change.item(present.get())).under(List.of(same));
            if (isMade(commit)) return true;
        }
    }

    private boolean isMade(Commit commit) {
        try {
            kernel.commitNow(commit);
            return true;
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.REFUTED) throw e;
            kernel.pauseAbout(PAUSE_MILLIS_MAX);
            return false;
        }
    }

    @Override
    public List<Lease> leases(String pool) {
        return board(pool, List.of()).leases();
    }

    @Override
    public void ask(Run run, PermitNeed need, Runnable ready) {
        asking.put(run.id().toString(), need.pool());
        pump(need.pool());
    }

    @Override
    public void hold(Lease lease) {
        asking.remove(lease.holder());
    }

    @Override
    public void giveUp(String pool, String holder) {
        pump(pool);
    }

    @Override
    public void free(String pool, String holder) {
        asking.remove(holder);
    }

    @Override
    public void pump(String pool) {
        dirty.add(pool);
        kernel.host.raise(changed);
    }

    private void turn(Runs runs) {
        try {
            kernel.host.await(changed, Instant.MAX);
        } catch (InterruptedException _) {
            // Nobody interrupts this task; looking once more does no harm.
        }
        Set<String> failed = new HashSet<>();
        for (String pool : pools.keySet()) {
            if (kernel.isBroken()) return;
            if (!dirty.remove(pool)) continue;
            try {
                grant(pool, runs);
            } catch (Throwable e) {
                if (!Kernel.isPassing(e)) kernel.failed("pool " + pool, e);
                failed.add(pool);
            }
        }
        kernel.retryLater(failed, this::pump);
    }

    /// Grants what is free to the runs whose turn it is.
    private void grant(String pool, Runs runs) {
        while (!kernel.isClosing()) {
            List<PermitWaiter> first = first(pool);
            if (first.size() < GRANTS_MAX) forgetOthers(pool, first);
            if (first.isEmpty()) return;
            Item turn = turn(pool);
            PoolBoard board = board(pool, first);
            Map<RunId, Integer> granted = granted(pool, board);
            if (granted.size() < first.size()) lookWhenOver(pool, board);
            if (granted.isEmpty()) return;
            try {
                List<Decision> made =
                        runs.applyAll(
                                List.copyOf(granted.keySet()),
                                new Input.Granted(pool, granted),
                                _ -> Additions.items(List.of(turned(turn)), guards(pool, turn)));
                long changed = made.stream().filter(Decision::changes).count();
                if (changed == granted.size() && changed < GRANTS_MAX) return;
            } catch (StoreException e) {
                if (e.kind() != StoreException.Kind.REFUTED) throw e;
                kernel.pauseAbout(PAUSE_MILLIS_MAX);
            }
        }
    }

    /// Returns the first runs in line that this node may execute.
    private List<PermitWaiter> first(String pool) {
        int capacity = settings(pool).capacity();
        return kernel.node.cluster().permitWaiters(pool, kernel.node.claim(), capacity, GRANTS_MAX);
    }

    /// Returns the runs whose turn it is; those outside take theirs by themselves.
    private Map<RunId, Integer> granted(String pool, PoolBoard board) {
        Map<RunId, Integer> granted = new HashMap<>();
        for (PoolBoard.Ticket ticket : board.grant()) {
            boolean outside = lineOf(pool).containsKey(ticket.holder());
            if (!outside) granted.put(RunId.parse(ticket.holder()), ticket.count());
        }
        return granted;
    }

    /// The whole line is known: who is not in it does not wait any more.
    private void forgetOthers(String pool, List<PermitWaiter> line) {
        Set<String> present = line.stream().map(one -> one.run().toString()).collect(toSet());
        asking.entrySet().removeIf(e -> e.getValue().equals(pool) && !present.contains(e.getKey()));
    }

    /// Looks again when a lease that is not returned has expired.
    private void lookWhenOver(String pool, PoolBoard board) {
        board.leases().stream()
                .map(Lease::expires)
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder())
                .ifPresent(over -> timers.alarm(over, () -> pump(pool)));
    }

    /// Returns a pool as the whole cluster has it now, with all who wait in its line.
    @Override
    public PoolBoard look(String pool) {
        int all = Integer.MAX_VALUE;
        return board(pool, kernel.node.cluster().permitWaiters(pool, null, all, LINE_MAX));
    }

    /// Returns a pool with its leases and with these in its line, and those who wait on this node.
    private PoolBoard board(String pool, List<PermitWaiter> line) {
        PoolBoard board = new PoolBoard(settings(pool));
        for (Item item : kernel.store.items(Item.Kind.PERMIT, pool + "/")) {
            Lease lease = Queues.decode(item, Lease.class);
            if (lease.pool().equals(pool) && !isOver(lease)) board.leased(lease);
        }
        lineOf(pool).values().forEach(board::ask);
        for (PermitWaiter one : line) {
            String holder = one.run().toString();
            long order = one.run().value();
            board.ask(new PoolBoard.Ticket(holder, one.count(), one.priority(), order, () -> {}));
        }
        return board;
    }

    private Map<String, PoolBoard.Ticket> lineOf(String pool) {
        return waiting.getOrDefault(pool, Map.of());
    }

    private PoolSettings settings(String pool) {
        PoolSettings settings = pools.get(pool);
        if (settings == null) {
            throw new Refused.UnknownPool(pool, String.join(", ", pools.keySet()));
        }
        return settings;
    }

    /// A lease that nobody took back although its time is over holds nothing; a run's has none.
    private boolean isOver(Lease lease) {
        if (lease.isOfRun()) return false;
        Instant now = kernel.now();
        return isPast(lease.expires(), now) || isPast(lease.revokedBy(), now);
    }

    private static boolean isPast(@Nullable Instant time, Instant now) {
        return time != null && !time.isAfter(now);
    }

    private List<Lease> leases() {
        return kernel.store.items(Item.Kind.PERMIT).stream()
                .map(item -> Queues.decode(item, Lease.class))
                .toList();
    }

    private Optional<Lease> stored(String pool, String holder) {
        return kernel.store
                .item(Item.Kind.PERMIT, pool + "/" + holder)
                .map(item -> Queues.decode(item, Lease.class));
    }

    private void stopBody(Lease lease) {
        cells.find(RunId.parse(lease.holder()))
                .ifPresent(cell -> {
                    Flight flight = cell.flight;
                    Run run = cell.run;
                    if (flight == null || run == null) return;
                    new Watch(kernel, timers).stop(run, flight, Flight.Cause.REVOKED);
                });
    }

    private List<Guard> guards(String pool, Item turn) {
        return List.of(new Guard.Same(turn), new Guard.Same(Pools.item(settings(pool))));
    }

    private Item turn(String pool) {
        Optional<Item> present = kernel.store.item(Item.Kind.GRANT, pool);
        return present.orElse(new Item(Item.Kind.GRANT, pool, null));
    }

    private static Item turned(Item turn) {
        Payload body = turn.body();
        long next = body == null ? 1 : JsonCodec.JSON.decode(body, Long.class) + 1;
        return new Item(Item.Kind.GRANT, turn.name(), JsonCodec.JSON.encode(next));
    }

    private static Item without(Lease lease) {
        return new Item(Item.Kind.PERMIT, lease.itemName(), null);
    }

    private interface Change {
        Item item(Lease present);
    }
}
