package dev.pawl.store;

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
import dev.pawl.engine.store.StoreException.Kind;
import dev.pawl.engine.store.Tally;
import dev.pawl.engine.store.Wake;
import dev.pawl.machine.Transaction.RowMapper;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Mail;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Keeps runs in a schema of a PostgreSQL database, which many nodes may share.
///
/// Any thread may call anything, virtual threads too. When `commit` returns, the server has said
/// that the commit is durable; how much that is worth is the server's setting. For a node that has
/// joined a server that is away is a pause: `commit` blocks until it is back, or another in its
/// place, and finds out by itself what became of what was on its way.
///
/// [#log] shows what lies before the oldest transaction that is under way in the whole server,
/// since that may still add to it: a transaction that writes and stays open holds the log back.
public final class PostgresStore implements Store {
    private static final int PRUNED_AT_ONCE = 1_000;
    private static final int ROWS_FETCHED = 1_000;

    /// PostgreSQL's code for a statement that writes in a transaction that may only read.
    private static final String WRITES = "25006";

    /// How often to look again for what is committed and not yet to be read in the log.
    private static final int LOG_LOOKS_MAX = 8;

    private final PgSource source;
    private final PgPool pool;
    private final PgPool stepPool;
    private final PgPool leasePool;
    private final PgChains chains;
    private final PgPens pens;
    private final PgWriter writer;
    private final PgSteps steps;
    private final PgListener listener;
    private final PgCluster cluster;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final ReentrantLock closing = new ReentrantLock();

    private PostgresStore(PgSource source) {
        this.source = source;
        pool = new PgPool(source);
        stepPool = new PgPool(source);
        // An answer that takes as long as a lease is worth nothing to it.
        leasePool = new PgPool(source, source::writing);
        chains = new PgChains(pool);
        PgDefinitions definitions = new PgDefinitions();
        pens = new PgPens(source, definitions);
        writer = new PgWriter(pens.ofGroups(), source);
        steps = new PgSteps(stepPool, pens, definitions, source);
        listener = new PgListener(source, pens);
        cluster = new PgCluster(leasePool, pens, chains, writer, listener);
    }

    /// Opens the store in the schema `pawl` of the database at a JDBC address.
    public static PostgresStore open(String jdbcUrl) {
        return open(jdbcUrl, _ -> {});
    }

    /// Opens the store in the database at a JDBC address, such as
    /// `jdbc:postgresql://a,b/orders?targetServerType=primary`; what the address says about hosts,
    /// encryption and the driver is left to the driver. The tables are made if they do not exist.
    public static PostgresStore open(String jdbcUrl, Consumer<PostgresOptions> options) {
        PostgresOptions chosen = new PostgresOptions();
        options.accept(chosen);
        PgSource source = new PgSource(jdbcUrl, chosen);
        try (Session session = source.reading()) {
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

    /// Answers one SQL query on the store in the database at a JDBC address, which is not changed;
    /// tables are looked for in the store's schema first.
    public static Rows rows(String jdbcUrl, Consumer<PostgresOptions> options, String sql) {
        SqlGuard.requireQuery(sql);
        try (PostgresStore store = open(jdbcUrl, options.andThen(o -> o.create(false)))) {
            return store.read(session -> session.snapshot(s -> store.answer(s, sql)));
        }
    }

    @Override
    public void commit(Commit commit) {
        requireOpen();
        steps.requireOutsideStep();
        PgJob job = new PgJob(commit, chains);
        if (job.writings.isEmpty()) writer.submit(job);
        else steps.submit(job);
        for (PgChange change : job.changes) chains.committed(change.run(), change.chain());
    }

    @Override
    public Optional<Cluster> cluster() {
        return Optional.of(cluster);
    }

    @Override
    public Optional<Run> run(RunId id) {
        return Optional.ofNullable(this.<@Nullable Run>read(s -> Queries.run(s, id)));
    }

    @Override
    public Optional<Run> live(String machine, String key) {
        return Optional.ofNullable(this.<@Nullable Run>read(s -> PgQueries.live(s, machine, key)));
    }

    @Override
    public Optional<Run> startedWith(String machine, String idempotency) {
        return Optional.ofNullable(
                this.<@Nullable Run>read(s -> Queries.startedWith(s, machine, idempotency)));
    }

    @Override
    public List<Run> runs(Filter filter, Page page) {
        return read(session -> Queries.runs(session, filter, page));
    }

    @Override
    public long count(Filter filter) {
        return read(session -> Queries.count(session, filter));
    }

    @Override
    public <T> List<T> query(String sql, RowMapper<T> mapper, Object... parameters) {
        return read(session -> StepTransaction.answer(session, sql, mapper, parameters));
    }

    @Override
    public List<Tally> tally() {
        return read(Queries::tally);
    }

    @Override
    public List<Wake> wakes(int limit) {
        return read(session -> PgQueries.wakes(session, pens.epoch(), limit));
    }

    @Override
    public List<Queued> queued(String queue, Set<String> except, int limit) {
        PgQueries.Waiting which = new PgQueries.Waiting(queue, null, except, limit);
        return read(session -> PgQueries.queued(session, which));
    }

    @Override
    public List<HistoryEntry> history(RunId id, long after, int limit) {
        return read(session -> Queries.history(session, id, after, limit));
    }

    @Override
    public List<Logged> log(long beyond, int limit) {
        PgQueries.Horizon first = read(PgQueries::horizon);
        PgQueries.Horizon now = first;
        Backoff backoff = new Backoff();
        // What returned before is there already, and short transactions are over soon.
        for (int looks = 0; first.greatest() >= now.complete() && looks < LOG_LOOKS_MAX; looks++) {
            backoff.pause();
            now = read(PgQueries::horizon);
        }
        PgQueries.Horizon reached = now;
        return read(session -> PgQueries.log(session, reached, beyond, limit));
    }

    @Override
    public List<Mail> mail(int limit) {
        return read(session -> Queries.mail(session, limit));
    }

    @Override
    public List<Item> items(Item.Kind kind) {
        return read(session -> Queries.items(session, kind));
    }

    @Override
    public List<Item> items(Item.Kind kind, String prefix) {
        return read(session -> Queries.items(session, kind, prefix));
    }

    @Override
    public Optional<Item> item(Item.Kind kind, String name) {
        return read(session -> Queries.item(session, kind, name));
    }

    @Override
    public void retain(List<Retention> all) {
        // Rows are written at once here, so there is nothing that need not be written.
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
    public List<String> verify() {
        return read(session -> session.snapshot(Verification::of));
    }

    @Override
    public long lastId() {
        return read(PgQueries::lastId);
    }

    /// Waits for the commits that are under way. It does not give up a lease: see [Cluster#leave].
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
        pens.hurry();
        writer.close();
        steps.close();
        pens.close();
        stepPool.close();
        leasePool.close();
        pool.close();
    }

    /// Goes away as a process does that dies: its connections are cut in the middle.
    void abandon() {
        closed.set(true);
        pool.abandon();
        stepPool.abandon();
        leasePool.abandon();
        pens.abandon();
        writer.close();
        steps.close();
        listener.close();
    }

    /// Returns the epoch that this store has joined with, or 0.
    long epoch() {
        return pens.epoch();
    }

    private Rows answer(Session session, String sql) throws SQLException {
        session.execute(
                "set local search_path = \"%s\", public".formatted(source.dialect().schema()));
        try (Statement statement = session.connection().createStatement()) {
            statement.setFetchSize(ROWS_FETCHED);
            try (ResultSet rows = statement.executeQuery(sql)) {
                return Queries.rows(rows);
            }
        } catch (SQLException e) {
            // Elsewhere this says that the server became a standby, and is waited out.
            if (!WRITES.equals(e.getSQLState())) throw e;
            String words = "only queries are allowed here, and this one writes: " + e.getMessage();
            throw new StoreException(Kind.READ_ONLY, words, new IllegalArgumentException(e));
        }
    }

    private void requireOpen() {
        if (closed.get()) throw source.closed();
    }

    private <T extends @Nullable Object> T read(Readers.Question<T> question) {
        return pool.ask("reading", question);
    }

    private static int prune(Session session, Retention retention, int wanted) throws SQLException {
        PreparedStatement call = session.prepare("select @prune(?, ?, ?, ?)");
        call.setString(1, session.dialect().stored(retention.machine()));
        if (retention.endedBefore() == null) call.setNull(2, Types.BIGINT);
        else call.setLong(2, Times.nanos(retention.endedBefore()));
        if (retention.keep() == null) call.setNull(3, Types.BIGINT);
        else call.setLong(3, retention.keep());
        call.setInt(4, wanted);
        try (ResultSet row = call.executeQuery()) {
            return row.next() ? row.getInt(1) : 0;
        }
    }
}
