package dev.pawl.store;

import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import dev.pawl.machine.Writing;
import java.sql.SQLException;
import java.util.List;

/// Makes commits durable that bring SQL of a step's own: each in a transaction by itself, on the
/// thread of its caller.
///
/// The SQL goes first and the run last, so that nobody waits for a step that takes its time; the
/// server ends the transaction of a process that stands still in the middle.
final class PgSteps {
    private static final String PATIENCE = "set local idle_in_transaction_session_timeout = '10s'";

    private final PgPool pool;
    private final PgSender sender;
    private final PgDefinitions definitions;
    private final String where;

    PgSteps(PgPool pool, PgSender sender, PgDefinitions definitions, String where) {
        this.pool = pool;
        this.sender = sender;
        this.definitions = definitions;
        this.where = where;
    }

    void commit(PgJob job) {
        Backoff backoff = new Backoff();
        while (true) {
            try {
                once(job);
                return;
            } catch (SQLException e) {
                // Nothing was written, and a writing may be executed again.
                boolean again = PgErrors.isLost(e) && sender.seat() != null;
                if (!again && !PgErrors.isChance(e)) throw PgErrors.of(e, "a commit to", where);
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
            sender.end(session, group);
            session.connection().setAutoCommit(true);
            usable = true;
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

    private static void execute(Session session, List<Writing> writings) throws SQLException {
        StepTransaction transaction = new StepTransaction(session);
        try {
            for (Writing writing : writings) writing.write(transaction);
        } catch (Exception | Error e) {
            if (e instanceof InterruptedException) Thread.currentThread().interrupt();
            SQLException cause = PgErrors.cause(e);
            if (cause != null && isOfTheServer(cause)) throw cause;
            throw new StoreException(
                    Kind.REFUSED, "the step's own SQL failed: " + e.getMessage(), e);
        } finally {
            transaction.end();
        }
    }

    private static boolean isOfTheServer(SQLException error) {
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
            session.connection().setAutoCommit(true);
            return true;
        } catch (SQLException e) {
            return false;
        }
    }
}
