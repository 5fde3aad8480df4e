package dev.pawl.testkit.memory;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingInt;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import dev.pawl.engine.store.Cluster;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.LoggedEntry;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.PermitWaiter;
import dev.pawl.engine.store.Queued;
import dev.pawl.engine.store.Retention;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.Tally;
import dev.pawl.engine.store.Wake;
import dev.pawl.machine.Transaction.RowMapper;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Message;
import dev.pawl.run.PermitNeed;
import dev.pawl.run.Predecessor;
import dev.pawl.run.QueuePlace;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A store in memory: the reference implementation, for tests.
///
/// Its contents are on a [MemoryDisk], which outlives the store. A second store [on][#on] the same
/// disk is what a new process finds after a crash; the first store then refuses every call. On a
/// [shared][MemoryDisk#shared] disk several stores are open at once, one per node. The store throws
/// `IllegalStateException` for an inconsistent commit, and executes no SQL.
public final class MemoryStore implements Store {
    /// The order in which a queue admits runs.
    static final Comparator<Queued> ORDER =
            comparingInt(Queued::priority).reversed().thenComparing(Queued::run);

    /// The order in which runs get permits.
    static final Comparator<PermitWaiter> PERMIT_ORDER =
            comparingInt(PermitWaiter::priority).reversed().thenComparing(PermitWaiter::run);

    private final MemoryDisk disk;
    private final @Nullable MemoryCluster cluster;
    private boolean closed;

    /// Opens a store on an empty disk.
    public MemoryStore() {
        this(new MemoryDisk());
    }

    private MemoryStore(MemoryDisk disk) {
        this.disk = disk;
        this.cluster = disk.isShared() ? new MemoryCluster(this, disk) : null;
        disk.owner = this;
    }

    /// Opens a store on `disk`. Unless the disk is shared, an earlier store on it refuses every
    /// call from now on.
    public static MemoryStore on(MemoryDisk disk) {
        synchronized (disk) {
            return new MemoryStore(disk);
        }
    }

    /// Returns the disk with the contents of this store.
    public MemoryDisk disk() {
        return disk;
    }

    @Override
    public void commit(Commit commit) {
        boolean notify =
                locked(() -> {
                    if (!commit.writings().isEmpty()) {
                        throw new StoreException(
                                StoreException.Kind.REFUSED,
                                "a store in memory executes no SQL of a step's own; the commit has"
                                        + " %d writings".formatted(commit.writings().size()),
                                null);
                    }
                    if (cluster != null) cluster.check(commit);
                    disk.check(commit);
                    boolean interesting = cluster != null && cluster.recordForOthers(commit);
                    disk.apply(commit);
                    return interesting;
                });
        if (notify && cluster != null) cluster.notifyOthers();
    }

    @Override
    public Optional<Cluster> cluster() {
        return Optional.ofNullable(cluster);
    }

    @Override
    public Optional<Run> run(RunId id) {
        return locked(() -> Optional.ofNullable(disk.runs.get(id)));
    }

    @Override
    public Map<RunId, RunStatus> statuses(Set<RunId> ids) {
        return locked(() ->
                ids.stream()
                        .map(disk.runs::get)
                        .filter(Objects::nonNull)
                        .collect(toMap(Run::id, Run::status)));
    }

    @Override
    public Optional<Run> live(String machine, String key) {
        return locked(() ->
                disk.live.descendingMap().values().stream()
                        .filter(run -> run.machine().equals(machine))
                        .filter(run -> run.key().equals(key))
                        .findFirst());
    }

    @Override
    public Optional<Run> startedWith(String machine, String idempotency) {
        return locked(() ->
                disk.runs.descendingMap().values().stream()
                        .filter(run -> idempotency.equals(run.origin().idempotency()))
                        .filter(run -> run.machine().equals(machine))
                        .findFirst());
    }

    @Override
    public List<Run> runs(Filter filter, Page page) {
        return locked(() ->
                beyond(page).values().stream()
                        .filter(filter::matches)
                        .limit(page.limit())
                        .toList());
    }

    @Override
    public long count(Filter filter) {
        return locked(() -> disk.runs.values().stream().filter(filter::matches).count());
    }

    @Override
    public <T> List<T> query(String sql, RowMapper<T> mapper, Object... parameters) {
        return locked(() -> {
            throw new StoreException(
                    StoreException.Kind.REFUSED, "a store in memory answers no SQL: " + sql, null);
        });
    }

    @Override
    public List<Tally> tally() {
        return locked(() ->
                disk.live.values().stream()
                        .map(MemoryStore::tally)
                        .collect(groupingBy(one -> one, counting()))
                        .entrySet()
                        .stream()
                        .map(group -> sum(group.getKey(), group.getValue()))
                        .toList());
    }

    @Override
    public List<Wake> wakes(int limit) {
        long node = cluster == null ? 0 : cluster.epoch();
        return locked(() ->
                disk.live.values().stream()
                        .filter(run -> node == 0 || run.owner() == node)
                        .flatMap(run -> run.wake().map(at -> new Wake(at, run.id())).stream())
                        .sorted(comparing(Wake::at).thenComparing(Wake::run))
                        .limit(limit)
                        .toList());
    }

    @Override
    public List<Queued> queued(String queue, Set<String> except, int limit) {
        return locked(() ->
                disk.live.values().stream()
                        .filter(run -> run.status() == RunStatus.QUEUED)
                        .flatMap(run -> queued(run, queue))
                        .filter(one -> !except.contains(one.key()))
                        .sorted(ORDER)
                        .limit(limit)
                        .toList());
    }

    @Override
    public List<HistoryEntry> history(RunId id, long after, int limit) {
        return locked(() ->
                disk.history(id).stream()
                        .filter(entry -> entry.seq() > after)
                        .limit(limit)
                        .toList());
    }

    @Override
    public List<LoggedEntry> log(long beyond, int limit) {
        return locked(
                () -> disk.log.tailMap(beyond, false).values().stream().limit(limit).toList());
    }

    @Override
    public List<Message> messages(long beyond, int limit) {
        return locked(
                () -> disk.messages.tailMap(beyond, false).values().stream().limit(limit).toList());
    }

    @Override
    public List<NamedDocument> documents(NamedDocument.Kind kind) {
        return locked(() ->
                disk.documents.values().stream()
                        .filter(document -> document.kind() == kind)
                        .toList());
    }

    @Override
    public Optional<NamedDocument> document(NamedDocument.Kind kind, String name) {
        return locked(
                () -> Optional.ofNullable(disk.documents.get(new NamedDocument(kind, name, null))));
    }

    @Override
    public void retain(List<Retention> all) {
        // There is nothing to do before a prune, but a closed store must throw.
        var _ = locked(all::size);
    }

    @Override
    public int prune(Retention retention, int limit) {
        return locked(() -> {
            List<Run> gone = prunable(retention, limit);
            gone.forEach(disk::delete);
            return gone.size();
        });
    }

    @Override
    public long trim(RunId id, long upTo) {
        return locked(() -> disk.trim(id, upTo));
    }

    @Override
    public List<String> verify() {
        return locked(disk::faults);
    }

    @Override
    public long lastId() {
        return locked(() -> disk.lastId);
    }

    @Override
    public void close() {
        if (cluster != null) cluster.close();
        synchronized (disk) {
            closed = true;
            if (disk.owner == this) disk.owner = null;
        }
    }

    <T> T locked(Supplier<T> work) {
        synchronized (disk) {
            boolean replaced = !disk.isShared() && disk.owner != this;
            if (closed || replaced) {
                throw new StoreException(
                        StoreException.Kind.CLOSED,
                        closed || disk.owner == null
                                ? "the store in memory was closed"
                                : "the store in memory was opened again, and this one is no longer"
                                        + " valid",
                        null);
            }
            return work.get();
        }
    }

    private NavigableMap<RunId, Run> beyond(Page page) {
        NavigableMap<RunId, Run> ordered =
                switch (page.order()) {
                    case OLDEST_FIRST -> disk.runs;
                    case NEWEST_FIRST -> disk.runs.descendingMap();
                };
        RunId beyond = page.beyond();
        return beyond == null ? ordered : ordered.tailMap(beyond, false);
    }

    private static Tally tally(Run run) {
        return new Tally(run.origin().machine(), run.status(), run.state(), 1);
    }

    private static Tally sum(Tally one, long count) {
        return new Tally(one.machine(), one.status(), one.state(), count);
    }

    static Stream<Queued> queued(Run run, String queue) {
        QueuePlace place = run.origin().queuePlace();
        return place == null || !place.queue().equals(queue)
                ? Stream.empty()
                : Stream.of(new Queued(run.id(), place.priority(), run.key()));
    }

    /// Returns the run if it waits for at most `countMax` permits of a pool.
    static Stream<PermitWaiter> waiting(Run run, String pool, int countMax) {
        PermitNeed need = run.condition().permits();
        if (need == null || run.status() != RunStatus.ACQUIRING) return Stream.empty();
        if (!need.pool().equals(pool) || need.count() > countMax) return Stream.empty();
        QueuePlace place = run.origin().queuePlace();
        int priority = place == null ? 0 : place.priority();
        return Stream.of(new PermitWaiter(run.id(), priority, need.count()));
    }

    /// Returns the ended runs to delete, oldest end first.
    private List<Run> prunable(Retention retention, int limit) {
        List<Run> ended =
                disk.runs.values().stream()
                        .filter(run -> run.status().isEnd())
                        .filter(run -> run.machine().equals(retention.machine()))
                        .sorted(comparing(MemoryStore::end).thenComparing(Run::id))
                        .toList();
        Instant before = retention.endedBefore();
        Long keep = retention.keep();
        long old = before == null ? 0 : ended.stream().filter(r -> end(r).isBefore(before)).count();
        long many = keep == null ? 0 : ended.size() - keep;
        long most = (long) limit + Retention.SPARED_MAX;
        long beyond = Math.clamp(Math.max(old, many), 0, most);
        Set<RunId> awaited = awaited();
        List<Run> gone = new ArrayList<>();
        ended.stream()
                .limit(beyond)
                .filter(run -> !awaited.contains(run.id()) && !hasLiveParent(run))
                .limit(limit)
                .forEach(gone::add);
        long tooMany = beyond - gone.size() - Retention.SPARED_MAX;
        if (gone.size() < limit && tooMany > 0) {
            Set<Run> others = new HashSet<>(gone);
            ended.stream().filter(run -> !others.contains(run)).limit(tooMany).forEach(gone::add);
        }
        return gone;
    }

    /// Returns the predecessors of live runs.
    private Set<RunId> awaited() {
        return disk.runs.values().stream()
                .filter(run -> !run.status().isEnd())
                .flatMap(run -> run.origin().links().predecessors().stream())
                .map(Predecessor::run)
                .collect(toSet());
    }

    private boolean hasLiveParent(Run run) {
        RunId id = run.parent();
        Run parent = id == null ? null : disk.runs.get(id);
        return parent != null && !parent.status().isEnd();
    }

    private static Instant end(Run run) {
        return Objects.requireNonNull(run.timing().ended());
    }
}
