package dev.pawl.store;

import dev.pawl.engine.store.Cluster;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.LoggedEntry;
import dev.pawl.engine.store.Queued;
import dev.pawl.engine.store.Retention;
import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import dev.pawl.engine.store.Wake;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.store.format.NanoTimes;
import dev.pawl.store.postgres.PgChains;
import dev.pawl.store.postgres.PgChange;
import dev.pawl.store.postgres.PgCluster;
import dev.pawl.store.postgres.PgCommitSlots;
import dev.pawl.store.postgres.PgDefinitions;
import dev.pawl.store.postgres.PgJob;
import dev.pawl.store.postgres.PgListener;
import dev.pawl.store.postgres.PgMigrations;
import dev.pawl.store.postgres.PgPool;
import dev.pawl.store.postgres.PgQueries;
import dev.pawl.store.postgres.PgSource;
import dev.pawl.store.postgres.PgSteps;
import dev.pawl.store.postgres.PgWriter;
import dev.pawl.store.sql.SessionQuery;
import dev.pawl.store.sql.SqlGuard;
import dev.pawl.store.sql.SqlSession;
import dev.pawl.store.sql.SqlStore;
import dev.pawl.store.sql.Trimming;
import dev.pawl.store.threads.FaultPoint.Place;
import dev.pawl.store.threads.RetryDelay;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Stores runs in a schema of a PostgreSQL database, which many nodes can share.
///
/// All methods can be called from any thread, virtual threads included. When `commit` returns, the
/// server has confirmed that the commit is durable; what that guarantees depends on the server's
/// settings. If the server goes away, `commit` on a node that has joined blocks until it is back or
/// replaced, and then finds out by itself whether the commit was made.
///
/// [#log] shows the entries before the oldest open transaction of the whole server, since that
/// transaction may still add to them: a writing transaction that stays open holds the log back.
public final class PostgresStore extends SqlStore {
    private static final int PRUNED_AT_ONCE = 1_000;
    private static final int ROWS_FETCHED = 1_000;

    /// PostgreSQL's code for a statement that writes in a read-only transaction.
    private static final String WRITES = "25006";

    /// How often to check again for entries that are committed but not yet readable in the log.
    private static final int LOG_LOOKS_MAX = 8;

    private final PgSource source;
    private final PgPool pool;
    private final PgPool stepPool;
    private final PgPool leasePool;
    private final PgChains chains;
    private final PgCommitSlots slots;
    private final PgWriter writer;
    private final PgSteps steps;
    private final PgListener listener;
    private final PgCluster cluster;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final ReentrantLock closing = new ReentrantLock();

    private PostgresStore(PgSource source) {
        this.source = source;
        pool = new PgPool(source);
        stepPool = PgPool.ofSteps(source);
        // With the timeout of commits: an answer that arrives after the lease has expired is
        // useless.
        leasePool = new PgPool(source, source::writing);
        chains = new PgChains(pool);
        PgDefinitions definitions = new PgDefinitions();
        slots = new PgCommitSlots(source, definitions);
        writer = new PgWriter(slots.ofGroups(), source);
        steps = new PgSteps(stepPool, slots, definitions, source);
        listener = new PgListener(source, slots);
        cluster = new PgCluster(leasePool, slots, chains, writer, listener);
    }

    /// Opens the store in the schema `pawl` of the database at a JDBC address.
    public static PostgresStore open(String jdbcUrl) {
        return open(jdbcUrl, _ -> {});
    }

    /// Opens the store in the database at a JDBC address, such as
    /// `jdbc:postgresql://a,b/orders?targetServerType=primary`; the driver interprets hosts,
    /// encryption and its own settings. The tables are created if they do not exist.
    public static PostgresStore open(String jdbcUrl, Consumer<PostgresOptions> options) {
        PostgresOptions chosen = new PostgresOptions();
        options.accept(chosen);
        PgSource source = new PgSource(jdbcUrl, chosen.settings());
        try (SqlSession session = source.reading()) {
            source.check(session);
            PgMigrations.apply(session, source);
            PgMigrations.raisePositions(session);
        } catch (SQLException e) {
            throw source.cannotOpen(e);
        }
        PostgresStore store = new PostgresStore(source);
        store.writer.start();
        return store;
    }

    /// Executes one SQL query on the store in the database at a JDBC address, without changing it.
    /// Tables are looked up in the store's schema first.
    public static QueryResult rows(String jdbcUrl, Consumer<PostgresOptions> options, String sql) {
        SqlGuard.requireQuery(sql);
        try (PostgresStore store = open(jdbcUrl, options.andThen(o -> o.create(false)))) {
            return store.read(session -> session.snapshot(s -> store.answer(s, sql)));
        }
    }

    @Override
    public void commit(Commit commit) {
        requireOpen();
        steps.requireOutsideStep();
        PgJob job = job(commit);
        if (job.writings.isEmpty()) writer.submit(job);
        else steps.submit(job);
        for (PgChange change : job.changes) chains.committed(change.run(), change.chain());
    }

    private PgJob job(Commit commit) {
        try {
            source.settings().faults().reached(Place.ENCODING);
            return new PgJob(commit, chains);
        } catch (VirtualMachineError e) {
            throw source.unwritten(e);
        }
    }

    @Override
    public Optional<Cluster> cluster() {
        return Optional.of(cluster);
    }

    @Override
    public Map<RunId, RunStatus> statuses(Set<RunId> ids) {
        return read(s -> PgQueries.statuses(s, ids));
    }

    @Override
    public Optional<Run> live(String machine, String key) {
        return Optional.ofNullable(this.<@Nullable Run>read(s -> PgQueries.live(s, machine, key)));
    }

    @Override
    public List<Wake> wakes(int limit) {
        return read(session -> PgQueries.wakes(session, slots.epoch(), limit));
    }

    @Override
    public List<Queued> queued(String queue, Set<String> except, int limit) {
        PgQueries.Waiting which = new PgQueries.Waiting(queue, null, except, limit);
        return read(session -> PgQueries.queued(session, which));
    }

    @Override
    public List<LoggedEntry> log(long beyond, int limit) {
        PgQueries.Horizon first = read(PgQueries::horizon);
        PgQueries.Horizon now = first;
        RetryDelay backoff = new RetryDelay();
        // Commits that have returned are readable already, and short transactions end soon.
        for (int looks = 0; first.greatest() >= now.complete() && looks < LOG_LOOKS_MAX; looks++) {
            backoff.pause();
            now = read(PgQueries::horizon);
        }
        PgQueries.Horizon reached = now;
        return read(session -> PgQueries.log(session, reached, beyond, limit));
    }

    @Override
    public void retain(List<Retention> all) {
        // Every commit writes its rows at once, so there is no projection that could skip some.
        if (closed.get()) throw source.closed();
    }

    @Override
    public int prune(Retention retention, int limit) {
        int gone = 0;
        while (gone < limit) {
            int wanted = Math.min(PRUNED_AT_ONCE, limit - gone);
            int deleted = pool.ask("deleting old runs from", s -> prune(s, retention, wanted));
            gone += deleted;
            if (deleted < wanted) break;
        }
        return gone;
    }

    @Override
    public long trim(RunId id, long upTo) {
        return pool.ask(
                "trimming the history of a run in", session -> Trimming.trim(session, id, upTo));
    }

    @Override
    public long lastId() {
        return read(PgQueries::lastId);
    }

    /// Waits for the commits in progress. It does not release a lease: see [Cluster#leave].
    @Override
    public void close() {
        steps.requireOutsideStep();
        closing.lock();
        try {
            if (closed.compareAndSet(false, true)) stop();
        } finally {
            closing.unlock();
        }
    }

    private void stop() {
        listener.close();
        slots.hurry();
        writer.close();
        steps.close();
        slots.close();
        stepPool.close();
        leasePool.close();
        pool.close();
    }

    /// Stops the way a killed process does: its connections break in the middle of their work.
    void abandon() {
        closed.set(true);
        pool.abandon();
        stepPool.abandon();
        leasePool.abandon();
        slots.abandon();
        writer.close();
        steps.close();
        listener.close();
    }

    /// Returns the epoch with which this store has joined, or 0.
    long epoch() {
        return slots.epoch();
    }

    private QueryResult answer(SqlSession session, String sql) throws SQLException {
        session.execute(
                "set local search_path = \"%s\", public".formatted(source.dialect().schema()));
        try (Statement statement = session.connection().createStatement()) {
            statement.setFetchSize(ROWS_FETCHED);
            try (ResultSet rows = statement.executeQuery(sql)) {
                return QueryResult.of(rows);
            }
        } catch (SQLException e) {
            // For other statements this code means that the server became a standby, and they are
            // retried.
            if (!WRITES.equals(e.getSQLState())) throw e;
            String message =
                    "only queries are allowed here, and this one writes: " + e.getMessage();
            throw new StoreException(Kind.READ_ONLY, message, new IllegalArgumentException(e));
        }
    }

    private void requireOpen() {
        if (closed.get()) throw source.closed();
    }

    @Override
    protected <T extends @Nullable Object> T read(SessionQuery<T> query) {
        return pool.ask("reading", query);
    }

    private static int prune(SqlSession session, Retention retention, int wanted)
            throws SQLException {
        PreparedStatement call = session.prepare("select @prune(?, ?, ?, ?, ?)");
        call.setString(1, session.dialect().stored(retention.machine()));
        if (retention.endedBefore() == null) call.setNull(2, Types.BIGINT);
        else call.setLong(2, NanoTimes.nanos(retention.endedBefore()));
        if (retention.keep() == null) call.setNull(3, Types.BIGINT);
        else call.setLong(3, retention.keep());
        call.setInt(4, wanted);
        call.setInt(5, Retention.SPARED_MAX);
        try (ResultSet row = call.executeQuery()) {
            return row.next() ? row.getInt(1) : 0;
        }
    }
}
