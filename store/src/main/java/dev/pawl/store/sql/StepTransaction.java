package dev.pawl.store.sql;

import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.SqlFailed;
import dev.pawl.machine.Transaction;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The store's transaction as a step sees it, usable until the step's call returns.
public final class StepTransaction implements Transaction {
    private static final String MARK = "/* step */ ";
    private static final String CHECK_CONSTRAINTS = "set constraints all immediate";
    private static final int BATCH = 1_000;

    private final SqlSession session;
    private final Thread owner = Thread.currentThread();
    private volatile boolean ended;
    private @Nullable SqlFailed failure;

    public StepTransaction(SqlSession session) {
        this.session = session;
    }

    /// Returns the exception for a call on the store from within a step's own SQL.
    public static StoreException outside() {
        return new StoreException(
                StoreException.Kind.REFUSED,
                "a step's own SQL cannot write to or close the store, which waits for it to return;"
                        + " use the transaction that it is given",
                null);
    }

    /// Executes a query outside a writing transaction, and refuses any other statement.
    public static <T> List<T> answer(
            SqlSession session, String sql, RowMapper<T> mapper, Object... parameters)
            throws SQLException {
        SqlGuard.requireQuery(sql);
        try {
            return new StepTransaction(session).rows(sql, mapper, parameters);
        } catch (SqlFailed.BadStatement e) {
            throw new StoreException(
                    StoreException.Kind.REFUSED, String.valueOf(e.getMessage()), e);
        } catch (SQLException e) {
            if (!session.dialect().fault(e).isOfTheStatement()) throw e;
            SqlFailed failed = StatementErrors.of(session.dialect(), sql, e);
            throw new StoreException(
                    StoreException.Kind.REFUSED, String.valueOf(failed.getMessage()), failed);
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            // Of the mapper: the rows of Pawl's own tables would be damaged.
            throw new StoreException(
                    StoreException.Kind.REFUSED,
                    "a row of a query could not be mapped: %s; in the statement: %s"
                            .formatted(e.getMessage(), sql),
                    e);
        }
    }

    @Override
    public int update(String sql, @Nullable Object... parameters) {
        try {
            return bound(sql, parameters).executeUpdate();
        } catch (SQLException e) {
            throw failed(sql, e);
        }
    }

    @Override
    public long updateAll(String sql, Iterable<Object[]> rows) {
        Iterator<Object[]> all = rows.iterator();
        if (!all.hasNext()) return 0;
        try {
            PreparedStatement statement = prepared(sql);
            long changed = 0;
            int waiting = 0;
            while (all.hasNext()) {
                bind(statement, sql, all.next());
                statement.addBatch();
                waiting++;
                if (waiting == BATCH || !all.hasNext()) {
                    for (int rowsChanged : statement.executeBatch()) changed += rowsChanged;
                    waiting = 0;
                }
            }
            return changed;
        } catch (SQLException e) {
            throw failed(sql, e);
        }
    }

    @Override
    public <T> List<T> query(String sql, RowMapper<T> mapper, @Nullable Object... parameters) {
        try {
            return rows(sql, mapper, parameters);
        } catch (SQLException e) {
            throw failed(sql, e);
        }
    }

    @Override
    public Flavour flavour() {
        return switch (session.dialect()) {
            case Dialect.Sqlite _ -> Flavour.SQLITE;
            case Dialect.Postgres _ -> Flavour.POSTGRESQL;
        };
    }

    /// Throws the first error of a statement, even if the step has caught it: after an error
    /// PostgreSQL commits nothing of a transaction. Deferred constraints are checked now, since
    /// later their errors could not be distinguished from errors of Pawl's own statements.
    public void requireCommittable() throws SQLException {
        if (failure != null) throw failure;
        try {
            session.execute(CHECK_CONSTRAINTS);
        } catch (SQLException e) {
            throw failed(CHECK_CONSTRAINTS, e);
        }
    }

    /// Makes this transaction unusable: the call that it was passed to is over.
    public void end() {
        ended = true;
    }

    private <T> List<T> rows(String sql, RowMapper<T> mapper, @Nullable Object... parameters)
            throws SQLException {
        try (ResultSet rows = bound(sql, parameters).executeQuery()) {
            List<T> answer = new ArrayList<>();
            Row row = new PresentRow(rows, session.dialect());
            while (rows.next()) answer.add(mapper.map(row));
            return answer;
        }
    }

    private PreparedStatement bound(String sql, @Nullable Object... parameters)
            throws SQLException {
        PreparedStatement statement = prepared(sql);
        bind(statement, sql, parameters);
        return statement;
    }

    private void bind(PreparedStatement statement, String sql, @Nullable Object... parameters)
            throws SQLException {
        statement.clearParameters();
        for (int i = 0; i < parameters.length; i++) {
            try {
                switch (session.dialect()) {
                    case Dialect.Sqlite _ -> SqliteParameters.set(statement, i + 1, parameters[i]);
                    case Dialect.Postgres _ -> PgParameters.set(statement, i + 1, parameters[i]);
                }
            } catch (IllegalArgumentException e) {
                throw new SqlFailed.BadStatement(
                        "parameter %d: %s; in the statement: %s"
                                .formatted(i + 1, e.getMessage(), sql),
                        e);
            }
        }
    }

    private PreparedStatement prepared(String sql) throws SQLException {
        if (ended || !Thread.currentThread().equals(owner)) {
            throw new IllegalStateException(
                    "a transaction is valid only inside the call, and on the thread, that it was"
                            + " given to");
        }
        // The mark separates a step's statements from Pawl's own, which are not checked.
        String marked = MARK + sql;
        if (!session.isPrepared(marked)) SqlGuard.checkStep(sql, session.dialect());
        return session.prepareForeign(marked);
    }

    private SqlFailed failed(String sql, SQLException error) {
        SqlFailed failed = StatementErrors.of(session.dialect(), sql, error);
        if (failure == null) failure = failed;
        return failed;
    }
}
