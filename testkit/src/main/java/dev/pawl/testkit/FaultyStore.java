package dev.pawl.testkit;

import dev.pawl.engine.store.Cluster;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Item;
import dev.pawl.engine.store.Logged;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Queued;
import dev.pawl.engine.store.Retention;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.Tally;
import dev.pawl.engine.store.Wake;
import dev.pawl.machine.Transaction.RowMapper;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Mail;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// A store over another one in which commits and questions go wrong as [Faults] say.
///
/// To kill a process before and after each of its durable writes, let it live once without faults,
/// take [#commits], and let it die at each number up to that. A pruning writes too: it has a number
/// and shows as an empty commit. Once a fault was an `Error` the process is dead: every later call
/// throws that error, and `close` leaves the store beneath as it is. Any thread may call.
public final class FaultyStore implements Store {
    private static final Commit PRUNING =
            new Commit(List.of(), List.of(), List.of(), List.of(), List.of());

    private final Store store;
    private final Faults faults;
    private final BiConsumer<Store, Commit> committing;
    private final AtomicLong commits = new AtomicLong();
    private volatile @Nullable Error death;

    /// Puts `faults` over `store`.
    public FaultyStore(Store store, Faults faults) {
        this(store, faults, Store::commit);
    }

    /// Puts `faults` over `store`, whose commits are made by `committing`.
    FaultyStore(Store store, Faults faults, BiConsumer<Store, Commit> committing) {
        this.store = store;
        this.faults = faults;
        this.committing = committing;
    }

    /// Returns how many commits and prunings have begun.
    public long commits() {
        return commits.get();
    }

    @Override
    public void commit(Commit commit) {
        Store living = living();
        long n = commits.incrementAndGet();
        suffer(() -> faults.before(n, commit));
        committing.accept(living, commit);
        suffer(() -> faults.after(n, commit));
    }

    @Override
    public void retain(List<Retention> all) {
        living().retain(all);
    }

    @Override
    public int prune(Retention retention, int limit) {
        Store living = living();
        long n = commits.incrementAndGet();
        suffer(() -> faults.before(n, PRUNING));
        int gone = living.prune(retention, limit);
        suffer(() -> faults.after(n, PRUNING));
        return gone;
    }

    @Override
    public long trim(RunId id, long upTo) {
        Store living = living();
        long n = commits.incrementAndGet();
        suffer(() -> faults.before(n, PRUNING));
        long removed = living.trim(id, upTo);
        suffer(() -> faults.after(n, PRUNING));
        return removed;
    }

    @Override
    public Optional<Cluster> cluster() {
        return living().cluster();
    }

    @Override
    public Optional<Run> run(RunId id) {
        return asked().run(id);
    }

    @Override
    public Optional<Run> live(String machine, String key) {
        return asked().live(machine, key);
    }

    @Override
    public Optional<Run> startedWith(String machine, String idempotency) {
        return asked().startedWith(machine, idempotency);
    }

    @Override
    public List<Run> runs(Filter filter, Page page) {
        return asked().runs(filter, page);
    }

    @Override
    public long count(Filter filter) {
        return asked().count(filter);
    }

    @Override
    public <T> List<T> query(String sql, RowMapper<T> mapper, Object... parameters) {
        return asked().query(sql, mapper, parameters);
    }

    @Override
    public List<Tally> tally() {
        return asked().tally();
    }

    @Override
    public List<Wake> wakes(int limit) {
        return asked().wakes(limit);
    }

    @Override
    public List<Queued> queued(String queue, Set<String> except, int limit) {
        return asked().queued(queue, except, limit);
    }

    @Override
    public List<HistoryEntry> history(RunId id, long after, int limit) {
        return asked().history(id, after, limit);
    }

    @Override
    public List<Logged> log(long beyond, int limit) {
        return asked().log(beyond, limit);
    }

    @Override
    public List<Mail> mail(int limit) {
        return asked().mail(limit);
    }

    @Override
    public List<Item> items(Item.Kind kind) {
        return asked().items(kind);
    }

    @Override
    public Optional<Item> item(Item.Kind kind, String name) {
        return asked().item(kind, name);
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

    private Store asked() {
        living();
        suffer(faults::reading);
        return living();
    }

    private Store living() {
        Error error = death;
        if (error != null) throw error;
        return store;
    }

    private void suffer(Runnable fault) {
        try {
            fault.run();
        } catch (Error e) {
            death = e;
            throw e;
        }
        // Somebody else may have died meanwhile; then this thread is of a dead process too.
        living();
    }
}
