package dev.pawl.store.sql;

import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import dev.pawl.run.Failure;
import dev.pawl.store.sql.StatementErrors.Fault;
import java.nio.file.Path;
import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/// Maps SQLite's errors to the engine's, with advice for the operator.
public final class SqliteErrors {
    private static final int PRIMARY_CODE = 0xFF;
    private static final String NO_TABLE = "no such table";
    private static final String UNBOUND = "Values not bound";

    private SqliteErrors() {}

    /// Returns the exception for an error that occurred while `doing` something with `file`.
    public static StoreException of(SQLException error, String doing, Path file) {
        Kind kind = kind(error);
        String message =
                "%s %s failed: %s. %s".formatted(doing, file, error.getMessage(), advice(kind));
        return new StoreException(kind, message, error);
    }

    /// Returns the exception for bytes that cannot be read.
    public static StoreException damaged(RuntimeException error, String what, Path file) {
        return new StoreException(
                Kind.CORRUPT,
                "%s in %s cannot be read: %s. %s"
                        .formatted(what, file, error.getMessage(), advice(Kind.CORRUPT)),
                error);
    }

    /// Returns the exception for a user's query that failed.
    public static StoreException ofQuery(SQLException error, String sql) {
        return new StoreException(
                fault(error).isOfTheStatement() ? Kind.REFUSED : kind(error),
                "the query failed: %s; in: %s".formatted(error.getMessage(), sql),
                error);
    }

    /// Returns what caused an error of a statement.
    static Fault fault(SQLException error) {
        String message = String.valueOf(error.getMessage());
        if (!(error instanceof SQLiteException sqlite)) {
            return message.startsWith(UNBOUND) ? Fault.STATEMENT : Fault.WORLD;
        }
        return switch (primary(sqlite)) {
            case SQLITE_ERROR -> message.contains(NO_TABLE) ? Fault.MISSING_TABLE : Fault.STATEMENT;
            case SQLITE_MISMATCH, SQLITE_TOOBIG, SQLITE_RANGE, SQLITE_AUTH -> Fault.STATEMENT;
            case SQLITE_CONSTRAINT -> Fault.CONSTRAINT;
            default -> Fault.WORLD;
        };
    }

    static Kind kind(SQLException error) {
        if (!(error instanceof SQLiteException sqlite)) return Kind.IO;
        return switch (primary(sqlite)) {
            case SQLITE_FULL -> Kind.FULL;
            case SQLITE_READONLY, SQLITE_PERM, SQLITE_CANTOPEN -> Kind.READ_ONLY;
            case SQLITE_BUSY, SQLITE_LOCKED -> Kind.BUSY;
            case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT -> Kind.CORRUPT;
            default -> Kind.IO;
        };
    }

    /// Returns whether the disk failed, so that this process must not write any more.
    public static boolean isDiskFailure(SQLException error) {
        return error instanceof SQLiteException sqlite
                && primary(sqlite) == SQLiteErrorCode.SQLITE_IOERR;
    }

    /// Throws the SQL error behind `error` if the store caused it and not the statement: the whole
    /// transaction is lost then.
    public static void rethrowIfNotOfTheStatement(Throwable error) throws SQLException {
        for (Throwable cause : Failure.causes(error)) {
            if (!(cause instanceof SQLiteException sqlite)) continue;
            switch (primary(sqlite)) {
                case SQLITE_FULL, SQLITE_IOERR, SQLITE_NOMEM, SQLITE_CORRUPT, SQLITE_READONLY ->
                        throw sqlite;
                default -> {
                    return;
                }
            }
        }
    }

    private static SQLiteErrorCode primary(SQLiteException error) {
        return SQLiteErrorCode.getErrorCode(error.getResultCode().code & PRIMARY_CODE);
    }

    public static String advice(Kind kind) {
        return switch (kind) {
            case FULL -> "Make space on its file system; work then resumes by itself";
            case READ_ONLY -> "Make the file and its directory writable for this user";
            case BUSY -> "Another program has locked the file; end its transaction";
            case CORRUPT ->
                    "Keep the file and its -wal as they are, and restore a backup or run"
                            + " `pragma integrity_check`";
            case IO -> "Check the disk and the system log, then restart the process";
            case LOCKED, EXPOSED, REFUSED, STALE, GUARD_FAILED, FENCED, CLOSED -> "";
        };
    }
}
