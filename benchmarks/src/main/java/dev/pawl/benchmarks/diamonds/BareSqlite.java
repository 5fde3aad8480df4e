package dev.pawl.benchmarks.diamonds;

import dev.pawl.machine.Transaction.Flavour;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Bare JDBC on SQLite with the settings of the store: WAL, `synchronous=full`, and one transaction
/// for all pages that wait.
final class BareSqlite implements BareTables {
    private static final List<String> SETTINGS =
            List.of(
                    "pragma page_size=8192",
                    "pragma journal_mode=wal",
                    "pragma synchronous=full",
                    "pragma wal_autocheckpoint=4000",
                    "pragma cache_size=-65536");

    private final Connection connection;
    private final Statement transaction;
    private final PreparedStatement pages;
    private final PreparedStatement raw;
    private final PreparedStatement canonical;
    private final String now = Instant.now().toString();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition written = lock.newCondition();

    // Guarded by the lock.
    private List<BarePage> waiting = new ArrayList<>();
    private boolean isWriting;
    private long groups;
    private long durable;
    private @Nullable SQLException failure;

    private BareSqlite(Connection connection) throws SQLException {
        this.connection = connection;
        transaction = connection.createStatement();
        pages = prepared("diamond_pages", BarePage.COLUMNS);
        raw = prepared("diamond_raw", BareRow.RAW);
        canonical = prepared("diamond_stones", BareRow.CANONICAL);
    }

    static BareSqlite open(Path file) throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        try (Statement statement = connection.createStatement()) {
            for (String setting : SETTINGS) {
                var _ = statement.execute(setting);
            }
        }
        BareTables.create(connection, Flavour.POSTGRESQL);
        return new BareSqlite(connection);
    }

    private PreparedStatement prepared(String table, List<String> columns) throws SQLException {
        return connection.prepareStatement(BareTables.insert(table, columns));
    }

    /// The first caller that finds nothing being written writes the pages of all that wait.
    @Override
    public void write(BarePage page) throws SQLException {
        List<BarePage> group;
        lock.lock();
        try {
            waiting.add(page);
            long mine = groups + 1;
            while (isWriting && durable < mine) written.awaitUninterruptibly();
            if (failure != null) throw failure;
            if (durable >= mine) return;
            group = waiting;
            waiting = new ArrayList<>();
            groups++;
            isWriting = true;
        } finally {
            lock.unlock();
        }
        SQLException error = null;
        try {
            write(group);
        } catch (SQLException e) {
            error = e;
        }
        lock.lock();
        try {
            failure = error;
            durable++;
            isWriting = false;
            written.signalAll();
        } finally {
            lock.unlock();
        }
        if (error != null) throw error;
    }

    private void write(List<BarePage> group) throws SQLException {
        transaction.executeUpdate("begin immediate");
        for (BarePage page : group) {
            insert(pages, page.values(now));
            for (BareRow row : page.rows()) insert(raw, row.raw());
            for (BareRow row : page.rows()) insert(canonical, row.canonical());
        }
        transaction.executeUpdate("commit");
    }

    private static void insert(PreparedStatement statement, Object[] values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            switch (values[i]) {
                case Long number -> statement.setLong(i + 1, number);
                case Integer number -> statement.setInt(i + 1, number);
                default -> statement.setString(i + 1, values[i].toString());
            }
        }
        statement.executeUpdate();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
