package dev.pawl.engine.store;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingInt;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import dev.pawl.machine.Transaction.RowMapper;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Lane;
import dev.pawl.run.Mail;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The store in memory: the reference implementation, for tests and examples.
///
/// What it keeps lies on a [MemoryDisk], which outlives the store: a second store [on][#on] the
/// same disk is what a new process finds after the death of the old one, and from then on the old
/// one refuses every call; on a [shared][MemoryDisk#shared] disk stores live side by side, each of
/// them one node's. It refuses a commit that cannot be with an `IllegalStateException`, and
/// executes no SQL.
public final class MemoryStore implements Store {
    /// Whose turn it is in a queue.
    static final Comparator<Queued> TURN =
            comparingInt(Queued::priority).reversed().thenComparing(Queued::run);

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

    /// Opens a store over what `disk` holds; a store that was open on it is dead from now on,
    /// unless the disk is shared.
    public static MemoryStore on(MemoryDisk disk) {
        synchronized (disk) {
            return new MemoryStore(disk);
        }
    }

    /// Returns where this store keeps its contents.
    public MemoryDisk disk() {
        return disk;
    }

    @Override
    public void commit(Commit commit) {
        boolean news =
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
                    boolean interesting = cluster != null && cluster.note(commit);
                    disk.apply(commit);
                    return interesting;
                });
        if (news && cluster != null) cluster.tellOthers();
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
                        .sorted(TURN)
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
    public List<Logged> log(long beyond, int limit) {
        return locked(
                () -> disk.log.tailMap(beyond, false).values().stream().limit(limit).toList());
    }

    @Override
    public List<Mail> mail(int limit) {
        return locked(() -> disk.mail.values().stream().limit(limit).toList());
    }

    @Override
    public List<Item> items(Item.Kind kind) {
        return locked(
                () -> disk.items.values().stream().filter(item -> item.kind() == kind).toList());
    }

    @Override
    public Optional<Item> item(Item.Kind kind, String name) {
        return locked(() -> Optional.ofNullable(disk.items.get(new Item(kind, name, null))));
    }

    @Override
    public void retain(List<Retention> all) {
        // There is nothing to do before a prune; but a closed store says so.
        var _ = locked(all::size);
    }

    @Override
    public int prune(Retention retention, int limit) {
        return locked(() -> {
            List<Run> gone = prunable(retention).stream().limit(limit).toList();
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
                                : "the store in memory was opened anew, and this one is dead",
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
        Lane lane = run.origin().lane();
        return lane == null || !lane.queue().equals(queue)
                ? Stream.empty()
                : Stream.of(new Queued(run.id(), lane.priority(), run.key()));
    }

    /// Returns the ended runs that may go, oldest end first.
    private List<Run> prunable(Retention retention) {
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
        return ended.stream().limit(Math.max(0, Math.max(old, many))).toList();
    }

    private static Instant end(Run run) {
        return Objects.requireNonNull(run.timing().ended());
    }
}
