package dev.pawl.benchmarks.load;

import dev.pawl.machine.JsonCodec;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/// The yardstick "plain": bare JDBC on SQLite, one row updated and one inserted per transition, one
/// transaction per group. WAL and FULL, with the page size, cache and checkpoints of the store.
public final class PlainTables implements Yardstick {
    private static final List<String> SETTINGS =
            List.of(
                    "pragma page_size=8192",
                    "pragma journal_mode=wal",
                    "pragma synchronous=full",
                    "pragma wal_autocheckpoint=4000",
                    "pragma cache_size=-65536");
    private static final String RUN =
            "create table run (id integer primary key, state text not null, updated integer not"
                    + " null, data blob not null)";
    private static final String HISTORY =
            "create table history (run integer, seq integer, at integer not null, state text not"
                    + " null, primary key (run, seq)) without rowid";
    private static final List<String> STATES =
            List.of("download", "validate", "store", "activate", "complete");

    private final Connection connection;
    private final Statement transaction;
    private final PreparedStatement create;
    private final PreparedStatement update;
    private final PreparedStatement insert;
    private final byte[] data;

    private PlainTables(Connection connection) throws SQLException {
        this.connection = connection;
        this.transaction = connection.createStatement();
        this.create =
                connection.prepareStatement(
                        "insert into run (state, updated, data, id) values (?, ?, ?, ?)");
        this.update =
                connection.prepareStatement(
                        "update run set state = ?, updated = ?, data = ? where id = ?");
        this.insert =
                connection.prepareStatement(
                        "insert into history (run, seq, at, state) values (?, ?, ?, ?)");
        this.data = JsonCodec.JSON.encode(FiveSteps.REQUEST).bytes();
    }

    public static PlainTables open(Path file) throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        try (Statement statement = connection.createStatement()) {
            for (String setting : SETTINGS) {
                var _ = statement.execute(setting);
            }
            statement.executeUpdate(RUN);
            statement.executeUpdate(HISTORY);
        }
        return new PlainTables(connection);
    }

    @Override
    public void write(List<Transition> group) throws SQLException {
        transaction.executeUpdate("begin immediate");
        for (Transition transition : group) write(transition);
        transaction.executeUpdate("commit");
    }

    /// The first step of a run inserts its row: there is none to update yet.
    private void write(Transition transition) throws SQLException {
        long now = System.currentTimeMillis();
        String state = STATES.get(transition.step());
        PreparedStatement run = transition.step() == 0 ? create : update;
        run.setString(1, state);
        run.setLong(2, now);
        run.setBytes(3, data);
        run.setLong(4, transition.run());
        run.executeUpdate();
        insert.setLong(1, transition.run());
        insert.setInt(2, transition.step());
        insert.setLong(3, now);
        insert.setString(4, state);
        insert.executeUpdate();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
