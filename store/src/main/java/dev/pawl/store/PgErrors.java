package dev.pawl.store;

import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import dev.pawl.run.Failure;
import dev.pawl.store.StatementErrors.Fault;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/// What PostgreSQL's errors mean to the engine, and what a person can do about them.
final class PgErrors {
    /// What the functions of the schema raise.
    private static final String STALE = "PW001";

    private static final String REFUTED = "PW002";
    private static final String FENCED = "PW003";
    private static final String NO_SEAT = "PW004";

    private static final String UNIQUE = "23505";
    private static final String DEADLOCK = "40P01";
    private static final String SERIALIZATION = "40001";
    private static final String LOCK_TIMEOUT = "55P03";
    private static final String CANCELLED = "57014";
    private static final String OUT_OF_MEMORY = "53200";
    private static final String DISK_FULL = "53100";
    private static final String IDLE_TOO_LONG = "25P03";
    private static final Set<String> DAMAGE = Set.of("XX001", "XX002");

    /// The server shuts down, crashed, starts, has too many connections, is a standby now, or was
    /// kept waiting.
    private static final Set<String> AWAY =
            Set.of("57P01", "57P02", "57P03", "53300", "25006", IDLE_TOO_LONG);

    /// A connection that could not be made or that broke.
    private static final String CONNECTION_CLASS = "08";

    private static final String UNDEFINED_TABLE = "42P01";
    private static final String RAISED = "P0001";

    /// Syntax, names and privileges; data; parameters; what the server cannot do, or not so much
    /// of.
    private static final Set<String> STATEMENT_CLASSES = Set.of("42", "22", "07", "0A", "54", "3F");

    /// Integrity constraints, triggers and checks of views.
    private static final Set<String> CONSTRAINT_CLASSES = Set.of("23", "27", "44");

    private static final int CLASS_CHARS = 2;

    private PgErrors() {}

    /// Returns the exception for an error that happened while `doing` something with `where`.
    static StoreException of(SQLException error, String doing, String where) {
        Kind kind = kind(error);
        return new StoreException(
                kind,
                "%s %s failed: %s. %s".formatted(doing, where, error.getMessage(), advice(kind)),
                error);
    }

    static Kind kind(SQLException error) {
        String state = state(error);
        if (isLost(error)) return Kind.BUSY;
        if (DAMAGE.contains(state)) return Kind.CORRUPT;
        return switch (state) {
            case STALE -> Kind.STALE;
            case REFUTED -> Kind.REFUTED;
            case FENCED -> Kind.FENCED;
            case UNIQUE -> isIdempotency(error) ? Kind.REFUTED : Kind.STALE;
            case DISK_FULL -> Kind.FULL;
            case DEADLOCK, SERIALIZATION, LOCK_TIMEOUT, CANCELLED, OUT_OF_MEMORY, NO_SEAT ->
                    Kind.BUSY;
            default -> Kind.IO;
        };
    }

    /// Returns whether the connection is of no use any more, or leads to a server that does not
    /// write: another one is needed, and whether the last statement took effect is not known.
    static boolean isLost(SQLException error) {
        String state = state(error);
        return state.startsWith(CONNECTION_CLASS) || AWAY.contains(state);
    }

    /// Returns whether each commit of a group that failed so is to be tried by itself: then the
    /// others of the group need not fail. It is known that nothing was written.
    static boolean isOfOneCommit(SQLException error) {
        return switch (state(error)) {
            case FENCED, DISK_FULL -> false;
            default -> !isLost(error);
        };
    }

    /// Returns what an error of a statement is about.
    static Fault fault(SQLException error) {
        String state = state(error);
        if (state.equals(UNDEFINED_TABLE)) return Fault.MISSING_TABLE;
        if (state.equals(RAISED)) return Fault.CONSTRAINT;
        String kind = state.length() < CLASS_CHARS ? "" : state.substring(0, CLASS_CHARS);
        if (STATEMENT_CLASSES.contains(kind)) return Fault.STATEMENT;
        return CONSTRAINT_CLASSES.contains(kind) ? Fault.CONSTRAINT : Fault.WORLD;
    }

    /// Returns whether the same transaction may well succeed when it is tried again at once.
    static boolean isChance(SQLException error) {
        return switch (state(error)) {
            case DEADLOCK, SERIALIZATION -> true;
            default -> false;
        };
    }

    /// Returns whether the server ended a transaction in which nothing happened for too long.
    static boolean isIdleTooLong(SQLException error) {
        return state(error).equals(IDLE_TOO_LONG);
    }

    /// Returns the SQL error behind an error of a step.
    static @Nullable SQLException cause(Throwable error) {
        for (Throwable cause : Failure.causes(error)) {
            if (cause instanceof SQLException sql) return sql;
        }
        return null;
    }

    private static boolean isIdempotency(SQLException error) {
        ServerErrorMessage said =
                error instanceof PSQLException postgres ? postgres.getServerErrorMessage() : null;
        return said != null && "run_idempotency".equals(said.getConstraint());
    }

    private static String state(SQLException error) {
        String state = error.getSQLState();
        return state == null ? "" : state;
    }

    private static String advice(Kind kind) {
        return switch (kind) {
            case FULL -> "Make space on the server's disk; work goes on by itself then";
            case BUSY -> "Nothing was written; it works again when the server does";
            case CORRUPT -> "Look at the server's log, and restore a backup";
            case IO -> "Look at the server's log, then restart the process";
            case READ_ONLY, LOCKED, EXPOSED, REFUSED, STALE, REFUTED, FENCED, CLOSED -> "";
        };
    }
}
