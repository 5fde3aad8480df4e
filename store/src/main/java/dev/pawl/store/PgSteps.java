package dev.pawl.store;

import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import dev.pawl.machine.Writing;
import dev.pawl.run.Failure;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/// Makes commits durable that bring SQL of a step's own: each in a transaction by itself.
///
/// They have threads of their own, because an interrupt of a virtual thread, as a step's is, would
/// cut the connection.
///
/// The SQL goes first and the run last, so that nobody waits for a step that takes its time; the
/// server ends the transaction of a process that stands still in the middle.
final class PgSteps {
    private static final String PATIENCE = "set local idle_in_transaction_session_timeout = '10s'";

    private static final int THREADS = 4;

    private final ExecutorService threads =
            Executors.newFixedThreadPool(
                    THREADS, Thread.ofPlatform().name("pawl-postgres-step-", 1).daemon().factory());
    private final PgPool pool;
    private final PgPens pens;
    private final PgDefinitions definitions;
    private final PgSource source;
    private final Set<Thread> stepping = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /// Made beforehand: when it is needed there may be no memory for it.
    private final StoreException outOfMemory =
            new StoreException(
                    Kind.IO, "a commit with a step's SQL failed: it ran out of memory", null);

    PgSteps(PgPool pool, PgPens pens, PgDefinitions definitions, PgSource source) {
        this.pool = pool;
        this.pens = pens;
        this.definitions = definitions;
        this.source = source;
    }

    /// Returns when the commit is durable, or throws what went wrong.
    void submit(PgJob job) {
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

    /// Refuses a call that a step's own SQL makes on the store: it would wait for the threads of
    /// which its own is one.
    void requireOutsideStep() {
        if (stepping.contains(Thread.currentThread())) throw StepTransaction.outside();
    }

    /// Ends what has begun, unless the server is away.
    void close() {
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
        Backoff backoff = new Backoff();
        while (true) {
            try {
                once(job);
                return;
            } catch (SQLException e) {
                // Nothing was written, and a writing may be executed again.
                boolean again = PgErrors.isLost(e) && pens.epoch() != 0 && !closed;
                if (!again && !PgErrors.isChance(e)) {
                    throw PgErrors.of(e, "a commit to", source.where());
                }
                backoff.pause();
            }
        }
    }

    private void once(PgJob job) throws SQLException {
        Session session = pool.borrow();
        boolean usable = false;
        try {
            PgGroup group = new PgGroup(List.of(job));
            group.prepare(session, definitions);
            session.connection().setAutoCommit(false);
            session.execute(PATIENCE);
            execute(session, job.writings);
            pens.ofSteps().end(session, group);
            // It is durable, whatever became of the connection: to fail now would be to do it
            // again.
            usable = endedTransactions(session);
        } catch (StoreException e) {
            usable = e.kind() == Kind.REFUSED && rolledBack(session);
            throw e;
        } catch (SQLException e) {
            usable = !PgErrors.isLost(e) && rolledBack(session);
            throw e;
        } finally {
            pool.giveBack(session, usable);
        }
    }

    private void execute(Session session, List<Writing> writings) throws SQLException {
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
            case BUSY -> PgErrors.isLost(error) || PgErrors.isChance(error);
            case FULL, CORRUPT -> true;
            default -> false;
        };
    }

    private static boolean rolledBack(Session session) {
        try {
            session.forgetStatements();
            session.connection().rollback();
            return endedTransactions(session);
        } catch (SQLException e) {
            return false;
        }
    }

    /// Returns whether the connection is of use for whoever comes next.
    private static boolean endedTransactions(Session session) {
        try {
            session.connection().setAutoCommit(true);
            return true;
        } catch (SQLException e) {
            return false;
        }
    }
}
