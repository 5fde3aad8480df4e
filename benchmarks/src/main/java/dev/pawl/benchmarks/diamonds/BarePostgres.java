package dev.pawl.benchmarks.diamonds;

import dev.pawl.machine.Transaction.Flavour;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Bare JDBC on PostgreSQL: a connection for each thread, and for each page one transaction with
/// three statements, whose rows are arrays.
final class BarePostgres implements BareTables {
    private final ConcurrentLinkedQueue<Session> free = new ConcurrentLinkedQueue<>();
    private final String url;
    private final String now = Instant.now().toString();

    private BarePostgres(String url) {
        this.url = url;
    }

    static BarePostgres open(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url)) {
            BareTables.create(connection, Flavour.SQLITE);
        }
        return new BarePostgres(url);
    }

    @Override
    public void write(BarePage page) throws SQLException {
        Session session = free.poll();
        if (session == null) session = new Session(url);
        List<Object[]> own = new ArrayList<>();
        own.add(page.values(now));
        session.pages.insert(own);
        session.raw.insert(page.rows().stream().map(BareRow::raw).toList());
        session.canonical.insert(page.rows().stream().map(BareRow::canonical).toList());
        session.connection.commit();
        free.add(session);
    }

    @Override
    public void close() throws SQLException {
        for (Session session : free) session.connection.close();
    }

    /// A connection with its statements.
    private static final class Session {
        final Connection connection;
        final ArrayInsert pages;
        final ArrayInsert raw;
        final ArrayInsert canonical;

        Session(String url) throws SQLException {
            connection = DriverManager.getConnection(url);
            connection.setAutoCommit(false);
            pages = new ArrayInsert(connection, "diamond_pages", BarePage.COLUMNS);
            raw = new ArrayInsert(connection, "diamond_raw", BareRow.RAW);
            canonical = new ArrayInsert(connection, "diamond_stones", BareRow.CANONICAL);
        }
    }

    /// An insert of many rows, column by column.
    private static final class ArrayInsert {
        private final Connection connection;
        private final List<String> types;
        private final PreparedStatement statement;

        ArrayInsert(Connection connection, String table, List<String> columns) throws SQLException {
            this.connection = connection;
            types = columns.stream().map(each -> each.substring(each.indexOf(' ') + 1)).toList();
            statement =
                    connection.prepareStatement(
                            "insert into %s (%s) select * from unnest(%s)"
                                    .formatted(
                                            table,
                                            BareTables.names(columns),
                                            String.join(
                                                    ", ",
                                                    types.stream()
                                                            .map("?::%s[]"::formatted)
                                                            .toList())));
        }

        void insert(List<Object[]> rows) throws SQLException {
            if (rows.isEmpty()) return;
            for (int c = 0; c < types.size(); c++) {
                Object[] values = new Object[rows.size()];
                for (int r = 0; r < values.length; r++) values[r] = rows.get(r)[c];
                statement.setArray(c + 1, connection.createArrayOf(types.get(c), values));
            }
            statement.executeUpdate();
        }
    }
}
