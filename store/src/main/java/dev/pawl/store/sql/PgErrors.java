package dev.pawl.store.sql;

import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import dev.pawl.run.Failure;
import dev.pawl.store.sql.StatementErrors.Fault;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/// Maps PostgreSQL's errors to the engine's, with advice for the operator.
public final class PgErrors {
    /// The codes that the functions of the schema raise.
    private static final String STALE = "PW001";

    private static final String GUARD_FAILED = "PW002";
    private static final String FENCED = "PW003";
    private static final String NO_SLOT = "PW004";
    private static final String NEWER = "PW005";

    private static final String UNIQUE = "23505";
    private static final String DEADLOCK = "40P01";
    private static final String SERIALIZATION = "40001";
    private static final String LOCK_TIMEOUT = "55P03";
    private static final String CANCELLED = "57014";
    private static final String OUT_OF_MEMORY = "53200";
    private static final String DISK_FULL = "53100";
    private static final String IDLE_TOO_LONG = "25P03";
    private static final Set<String> DAMAGE = Set.of("XX001", "XX002");

    /// The server shuts down, crashed, starts, has too many connections, became a standby, or ended
    /// an idle session.
    private static final Set<String> AWAY =
            Set.of("57P01", "57P02", "57P03", "53300", "25006", IDLE_TOO_LONG);

    /// A connection that could not be opened or that broke.
    private static final String CONNECTION_CLASS = "08";

    /// A prepared statement that the server already has, or no longer has: a pooler gave the
    /// connection another session of the server.
    private static final Set<String> PREPARED = Set.of("42P05", "26000");

    private static final String NOT_SUPPORTED = "0A000";

    /// Where the server detects that the rows of a prepared statement have different columns now.
    private static final Set<String> PLAN_CHECKS =
            Set.of("RevalidateCachedQuery", "RevalidateCachedPlan");

    private static final String UNDEFINED_TABLE = "42P01";
    private static final String RAISED = "P0001";

    /// Syntax, names and privileges; data; parameters; features that the server lacks; limits that
    /// it enforces.
    private static final Set<String> STATEMENT_CLASSES = Set.of("42", "22", "07", "0A", "54", "3F");

    /// Integrity constraints, triggers and checks of views.
    private static final Set<String> CONSTRAINT_CLASSES = Set.of("23", "27", "44");

    /// A value that the server cannot hold: only the commit with it fails.
    private static final Set<String> VALUE_CLASSES = Set.of("22", "54");

    private static final int CLASS_CHARS = 2;

    private PgErrors() {}

    /// Returns the exception for an error that occurred while `doing` something with `where`.
    public static StoreException of(SQLException error, String doing, String where) {
        Kind kind = kind(error);
        String advice = state(error).equals(NEWER) ? "" : advice(kind);
        return new StoreException(
                kind,
                "%s %s failed: %s. %s".formatted(doing, where, error.getMessage(), advice),
                error);
    }

    public static Kind kind(SQLException error) {
        String state = state(error);
        if (isLost(error) || isStalePlan(error)) return Kind.BUSY;
        if (DAMAGE.contains(state)) return Kind.CORRUPT;
        return switch (state) {
            case STALE -> Kind.STALE;
            case GUARD_FAILED -> Kind.GUARD_FAILED;
            case FENCED -> Kind.FENCED;
            case NEWER -> Kind.CORRUPT;
            case UNIQUE -> isIdempotency(error) ? Kind.GUARD_FAILED : Kind.STALE;
            case DISK_FULL -> Kind.FULL;
            case DEADLOCK, SERIALIZATION, LOCK_TIMEOUT, CANCELLED, OUT_OF_MEMORY, NO_SLOT ->
                    Kind.BUSY;
            default -> VALUE_CLASSES.contains(errorClass(error)) ? Kind.REFUSED : Kind.IO;
        };
    }

    /// Returns whether the connection is unusable, or leads to a server that does not write: a new
    /// connection is needed, and it is unknown whether the last statement took effect.
    public static boolean isLost(SQLException error) {
        String state = state(error);
        return state.startsWith(CONNECTION_CLASS) || AWAY.contains(state);
    }

    /// Returns whether the server and this connection disagree about a prepared statement, because
    /// a table was altered or a pooler gave the connection another session. Nothing was written,
    /// and the same transaction succeeds on a fresh connection, which has no prepared statements.
    public static boolean isStalePlan(SQLException error) {
        String state = state(error);
        if (PREPARED.contains(state)) return true;
        ServerErrorMessage message = message(error);
        String routine = message == null ? null : message.getRoutine();
        return state.equals(NOT_SUPPORTED) && routine != null && PLAN_CHECKS.contains(routine);
    }

    /// Returns whether each commit of a group that failed with this error should be tried by
    /// itself, so that the others need not fail. Nothing was written.
    public static boolean isOfOneCommit(SQLException error) {
        return switch (state(error)) {
            case FENCED, DISK_FULL -> false;
            default -> !isLost(error) && !isStalePlan(error);
        };
    }

    /// Returns what caused an error of a statement.
    static Fault fault(SQLException error) {
        String state = state(error);
        if (isStalePlan(error)) return Fault.WORLD;
        if (state.equals(UNDEFINED_TABLE)) return Fault.MISSING_TABLE;
        if (state.equals(RAISED)) return Fault.CONSTRAINT;
        String kind = errorClass(error);
        if (STATEMENT_CLASSES.contains(kind)) return Fault.STATEMENT;
        return CONSTRAINT_CLASSES.contains(kind) ? Fault.CONSTRAINT : Fault.WORLD;
    }

    /// Returns whether the same transaction may succeed when it is retried at once.
    public static boolean isChance(SQLException error) {
        return switch (state(error)) {
            case DEADLOCK, SERIALIZATION -> true;
            default -> false;
        };
    }

    /// Returns whether the server ended a transaction that was idle for too long.
    public static boolean isIdleTooLong(SQLException error) {
        return state(error).equals(IDLE_TOO_LONG);
    }

    /// Returns the SQL error behind an error of a step.
    public static @Nullable SQLException cause(Throwable error) {
        for (Throwable cause : Failure.causes(error)) {
            if (cause instanceof SQLException sql) return sql;
        }
        return null;
    }

    private static boolean isIdempotency(SQLException error) {
        ServerErrorMessage message = message(error);
        return message != null && "run_idempotency".equals(message.getConstraint());
    }

    private static @Nullable ServerErrorMessage message(SQLException error) {
        return error instanceof PSQLException postgres ? postgres.getServerErrorMessage() : null;
    }

    private static String errorClass(SQLException error) {
        String state = state(error);
        return state.length() < CLASS_CHARS ? "" : state.substring(0, CLASS_CHARS);
    }

    private static String state(SQLException error) {
        String state = error.getSQLState();
        return state == null ? "" : state;
    }

    private static String advice(Kind kind) {
        return switch (kind) {
            case FULL -> "Make space on the server's disk; work then resumes by itself";
            case BUSY -> "Nothing was written; retry when the server is available again";
            case CORRUPT -> "Check the server's log, and restore a backup";
            case IO -> "Check the server's log, then restart the process";
            case READ_ONLY, LOCKED, EXPOSED, REFUSED, STALE, GUARD_FAILED, FENCED, CLOSED -> "";
        };
    }
}
