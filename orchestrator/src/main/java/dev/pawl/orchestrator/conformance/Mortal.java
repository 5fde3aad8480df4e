package dev.pawl.orchestrator.conformance;

import dev.pawl.engine.store.Cluster;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Item;
import dev.pawl.engine.store.Logged;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Queued;
import dev.pawl.engine.store.Retention;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.Tally;
import dev.pawl.engine.store.Wake;
import dev.pawl.machine.Transaction.RowMapper;
import dev.pawl.machine.Writing;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Mail;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/// A store that dies with the first commit of a batch: from then on it does nothing, so that what
/// is in the store beneath is what a killed process would have left there.
final class Mortal implements Store {
    private final Store store;
    private final Death death;
    private final BooleanSupplier isBatch;
    private volatile boolean dead;

    /// @param isBatch says, and forgets, whether a batch was written in the present transaction
    Mortal(Store store, Death death, BooleanSupplier isBatch) {
        this.store = store;
        this.death = death;
        this.isBatch = isBatch;
    }

    boolean isDead() {
        return dead;
    }

    @Override
    public void commit(Commit commit) {
        Store living = living();
        if (commit.writings().isEmpty()) {
            living.commit(commit);
            return;
        }
        AtomicBoolean batch = new AtomicBoolean();
        try {
            living.commit(watched(commit, batch));
        } catch (StoreException e) {
            if (batch.get()) throw killed();
            throw e;
        }
        if (batch.get() && death == Death.AFTER) throw killed();
    }

    /// The last to write in the transaction sees who wrote before, and may spoil it.
    private Commit watched(Commit commit, AtomicBoolean batch) {
        List<Writing> writings = new ArrayList<>(commit.writings());
        writings.add(tx -> {
            batch.set(isBatch.getAsBoolean());
            if (batch.get() && death == Death.BEFORE) throw killed();
        });
        return new Commit(
                commit.changes(),
                commit.sent(),
                commit.taken(),
                commit.items(),
                writings,
                commit.guards());
    }

    private StoreException killed() {
        dead = true;
        return new StoreException(StoreException.Kind.IO, "the process was killed", null);
    }

    private Store living() {
        if (dead) throw killed();
        return store;
    }

    @Override
    public Optional<Cluster> cluster() {
        return store.cluster();
    }

    @Override
    public Optional<Run> run(RunId id) {
        return living().run(id);
    }

    @Override
    public Optional<Run> live(String machine, String key) {
        return living().live(machine, key);
    }

    @Override
    public Optional<Run> startedWith(String machine, String idempotency) {
        return living().startedWith(machine, idempotency);
    }

    @Override
    public List<Run> runs(Filter filter, Page page) {
        return living().runs(filter, page);
    }

    @Override
    public long count(Filter filter) {
        return living().count(filter);
    }

    @Override
    public List<Tally> tally() {
        return living().tally();
    }

    @Override
    public <T> List<T> query(String sql, RowMapper<T> mapper, Object... parameters) {
        return living().query(sql, mapper, parameters);
    }

    @Override
    public List<Wake> wakes(int limit) {
        return living().wakes(limit);
    }

    @Override
    public List<Queued> queued(String queue, Set<String> except, int limit) {
        return living().queued(queue, except, limit);
    }

    @Override
    public List<HistoryEntry> history(RunId id, long after, int limit) {
        return living().history(id, after, limit);
    }

    @Override
    public List<Logged> log(long beyond, int limit) {
        return living().log(beyond, limit);
    }

    @Override
    public List<Mail> mail(int limit) {
        return living().mail(limit);
    }

    @Override
    public List<Item> items(Item.Kind kind) {
        return living().items(kind);
    }

    @Override
    public Optional<Item> item(Item.Kind kind, String name) {
        return living().item(kind, name);
    }

    @Override
    public void retain(List<Retention> all) {
        living().retain(all);
    }

    @Override
    public int prune(Retention retention, int limit) {
        return living().prune(retention, limit);
    }

    @Override
    public long trim(RunId id, long upTo) {
        return living().trim(id, upTo);
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
        store.close();
    }

    /// When a process dies.
    enum Death {
        /// Never.
        NEVER,
        /// A batch is written, and its transaction does not commit.
        BEFORE,
        /// A batch has committed, and nobody is told.
        AFTER
    }
}
