package dev.pawl.testkit;

import dev.pawl.engine.store.Cluster;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.LoggedEntry;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Queued;
import dev.pawl.engine.store.Retention;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.Tally;
import dev.pawl.engine.store.Wake;
import dev.pawl.machine.Transaction.RowMapper;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Message;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// A store over another one whose commits and reads fail as [StoreFaults] say.
///
/// To kill a process before and after each of its durable writes, run it once without faults, take
/// [#commits], and kill it at each number up to that. A pruning is a write too: it has a number and
/// appears as an empty commit. Once a fault was an `Error` the process is dead: every later call
/// throws that error, and `close` leaves the underlying store open. Any thread may call.
public final class FaultyStore implements Store {
    private final Store store;
    private final StoreFaults faults;
    private final BiConsumer<Store, Commit> committing;
    private final AtomicLong commits = new AtomicLong();
    private volatile @Nullable Error death;

    /// Adds `faults` to `store`.
    public FaultyStore(Store store, StoreFaults faults) {
        this(store, faults, Store::commit);
    }

    /// Adds `faults` to `store`; `committing` makes the commits.
    FaultyStore(Store store, StoreFaults faults, BiConsumer<Store, Commit> committing) {
        this.store = store;
        this.faults = faults;
        this.committing = committing;
    }

    /// Returns how many commits and prunings have started.
    public long commits() {
        return commits.get();
    }

    @Override
    public void commit(Commit commit) {
        Store living = living();
        long n = commits.incrementAndGet();
        inject(() -> faults.before(n, commit));
        committing.accept(living, commit);
        inject(() -> faults.after(n, commit));
    }

    @Override
    public void retain(List<Retention> all) {
        living().retain(all);
    }

    @Override
    public int prune(Retention retention, int limit) {
        Store living = living();
        long n = commits.incrementAndGet();
        inject(() -> faults.before(n, Commit.NONE));
        int gone = living.prune(retention, limit);
        inject(() -> faults.after(n, Commit.NONE));
        return gone;
    }

    @Override
    public long trim(RunId id, long upTo) {
        Store living = living();
        long n = commits.incrementAndGet();
        inject(() -> faults.before(n, Commit.NONE));
        long removed = living.trim(id, upTo);
        inject(() -> faults.after(n, Commit.NONE));
        return removed;
    }

    @Override
    public Optional<Cluster> cluster() {
        return living().cluster();
    }

    @Override
    public Optional<Run> run(RunId id) {
        return readable().run(id);
    }

    @Override
    public Map<RunId, RunStatus> statuses(Set<RunId> ids) {
        return readable().statuses(ids);
    }

    @Override
    public Optional<Run> live(String machine, String key) {
        return readable().live(machine, key);
    }

    @Override
    public Optional<Run> startedWith(String machine, String idempotency) {
        return readable().startedWith(machine, idempotency);
    }

    @Override
    public List<Run> runs(Filter filter, Page page) {
        return readable().runs(filter, page);
    }

    @Override
    public long count(Filter filter) {
        return readable().count(filter);
    }

    @Override
    public <T> List<T> query(String sql, RowMapper<T> mapper, Object... parameters) {
        return readable().query(sql, mapper, parameters);
    }

    @Override
    public List<Tally> tally() {
        return readable().tally();
    }

    @Override
    public List<Wake> wakes(int limit) {
        return readable().wakes(limit);
    }

    @Override
    public List<Queued> queued(String queue, Set<String> except, int limit) {
        return readable().queued(queue, except, limit);
    }

    @Override
    public List<HistoryEntry> history(RunId id, long after, int limit) {
        return readable().history(id, after, limit);
    }

    @Override
    public List<LoggedEntry> log(long beyond, int limit) {
        return readable().log(beyond, limit);
    }

    @Override
    public List<Message> messages(long beyond, int limit) {
        return readable().messages(beyond, limit);
    }

    @Override
    public List<NamedDocument> documents(NamedDocument.Kind kind) {
        return readable().documents(kind);
    }

    @Override
    public Optional<NamedDocument> document(NamedDocument.Kind kind, String name) {
        return readable().document(kind, name);
    }

    @Override
    public List<String> verify() {
        return living().verify();
    }

    @Override
    public long lastId() {
        return living().lastId();
    }

    @Override
    public void close() {
        if (death == null) store.close();
    }

    /// Ends the process that uses this store: every later call throws `cause`, and `close` leaves
    /// the underlying store open.
    void kill(Error cause) {
        death = cause;
    }

    private Store readable() {
        living();
        inject(faults::reading);
        return living();
    }

    private Store living() {
        Error error = death;
        if (error != null) throw error;
        return store;
    }

    private void inject(Runnable fault) {
        try {
            fault.run();
        } catch (Error e) {
            kill(e);
            throw e;
        }
        // Another thread may have hit a fault meanwhile; then this one belongs to a dead process.
        living();
    }
}
