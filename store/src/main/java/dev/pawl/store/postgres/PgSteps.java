package dev.pawl.store.postgres;

import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import dev.pawl.machine.Writing;
import dev.pawl.run.Failure;
import dev.pawl.store.sql.PgErrors;
import dev.pawl.store.sql.SqlSession;
import dev.pawl.store.sql.StepTransaction;
import dev.pawl.store.threads.RetryDelay;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/// Commits that have a step's own SQL, each in a transaction of its own.
///
/// They run on threads of their own, because an interrupt of a virtual thread, such as a step's,
/// would break the connection.
///
/// The SQL is executed first and the run written last, so that no other commit waits for a slow
/// step; the server ends the transaction of a process that hangs in the middle.
public final class PgSteps {
    private static final String IDLE_LIMIT =
            "set local idle_in_transaction_session_timeout = '10s'";

    /// A commit that meets a stale plan is tried this often, each time on a fresh connection.
    private static final int TRIES_MAX = 5;

    private final ExecutorService threads;
    private final PgPool pool;
    private final PgCommitSlots slots;
    private final PgDefinitions definitions;
    private final PgSource source;
    private final Set<Thread> stepping = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /// Created in advance: when it is needed there may be no memory for it.
    private final StoreException outOfMemory =
            new StoreException(
                    Kind.IO, "a commit with a step's SQL failed: it ran out of memory", null);

    public PgSteps(PgPool pool, PgCommitSlots slots, PgDefinitions definitions, PgSource source) {
        // One for each connection: a thread without one would only wait.
        this.threads =
                Executors.newFixedThreadPool(
                        source.settings().stepConnections(),
                        Thread.ofPlatform().name("pawl-postgres-step-", 1).daemon().factory());
        this.pool = pool;
        this.slots = slots;
        this.definitions = definitions;
        this.source = source;
    }

    /// Returns when the commit is durable, or throws the reason why it is not.
    public void submit(PgJob job) {
        try {
            threads.execute(() -> {
                StoreException failure = outOfMemory;
                try {
                    failure = failure(job);
                } finally {
                    job.finish(failure);
                    job.wake();
                }
            });
        } catch (RejectedExecutionException e) {
            throw source.closed();
        }
        job.await();
        job.answer();
    }

    /// Refuses a call on the store from within a step's own SQL: it would wait for the threads of
    /// which its own is one.
    public void requireOutsideStep() {
        if (stepping.contains(Thread.currentThread())) throw StepTransaction.outside();
    }

    /// Finishes the commits in progress, unless the server is unavailable.
    public void close() {
        closed = true;
        threads.close();
    }

    private @Nullable StoreException failure(PgJob job) {
        try {
            commit(job);
            return null;
        } catch (StoreException e) {
            return e;
        } catch (RuntimeException | Error e) {
            return new StoreException(Kind.IO, "a commit with a step's SQL failed: " + e, e);
        }
    }

    private void commit(PgJob job) {
        RetryDelay backoff = new RetryDelay();
        for (int tries = 1; ; tries++) {
            try {
                once(job);
                return;
            } catch (SQLException e) {
                // Nothing was written, and the step's SQL may be executed again.
                boolean again = PgErrors.isLost(e) && slots.epoch() != 0 && !closed;
                boolean stale = PgErrors.isStalePlan(e) && tries < TRIES_MAX;
                if (!again && !stale && !PgErrors.isChance(e)) {
                    throw PgErrors.of(e, "a commit to", source.where());
                }
                backoff.pause();
            }
        }
    }

    private void once(PgJob job) throws SQLException {
        SqlSession session = borrowed();
        boolean usable = false;
        boolean ending = false;
        try {
            PgGroup group = new PgGroup(List.of(job));
            group.prepare(session, definitions);
            session.connection().setAutoCommit(false);
            session.execute(IDLE_LIMIT);
            execute(session, job.writings);
            ending = true;
            slots.ofSteps().end(session, group);
            // It is durable, whatever happens to the connection: failing now would repeat the
            // commit.
            usable = endedTransactions(session);
        } catch (StoreException e) {
            usable = e.kind() == Kind.REFUSED && rolledBack(session);
            throw e;
        } catch (SQLException e) {
            usable = !PgErrors.isLost(e) && !PgErrors.isStalePlan(e) && rolledBack(session);
            throw e;
        } catch (RuntimeException | Error e) {
            if (ending) throw e;
            throw source.unwritten(e);
        } finally {
            pool.giveBack(session, usable);
        }
    }

    private SqlSession borrowed() throws SQLException {
        try {
            return pool.borrow();
        } catch (VirtualMachineError e) {
            throw source.unwritten(e);
        }
    }

    private void execute(SqlSession session, List<Writing> writings) throws SQLException {
        StepTransaction transaction = new StepTransaction(session);
        stepping.add(Thread.currentThread());
        try {
            for (Writing writing : writings) writing.write(transaction);
            transaction.requireCommittable();
        } catch (Exception | Error e) {
            if (e instanceof InterruptedException) Thread.currentThread().interrupt();
            SQLException cause = PgErrors.cause(e);
            if (cause != null && isOfTheServer(cause)) throw cause;
            throw new StoreException(
                    Kind.REFUSED, "the step's own SQL failed: " + Failure.of(e).message(), e);
        } finally {
            stepping.remove(Thread.currentThread());
            transaction.end();
        }
    }

    private static boolean isOfTheServer(SQLException error) {
        if (PgErrors.isIdleTooLong(error)) return false;
        return switch (PgErrors.kind(error)) {
            case BUSY ->
                    PgErrors.isLost(error)
                            || PgErrors.isChance(error)
                            || PgErrors.isStalePlan(error);
            case FULL, CORRUPT -> true;
            default -> false;
        };
    }

    private static boolean rolledBack(SqlSession session) {
        try {
            session.forgetStatements();
            session.connection().rollback();
            return endedTransactions(session);
        } catch (SQLException e) {
            return false;
        }
    }

    /// Returns whether the connection can be used again.
    private static boolean endedTransactions(SqlSession session) {
        try {
            session.connection().setAutoCommit(true);
            return true;
        } catch (SQLException e) {
            return false;
        }
    }
}
