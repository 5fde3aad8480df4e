package dev.pawl.benchmarks.load;

import dev.pawl.benchmarks.peers.JobState;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/// The yardstick "plain" on PostgreSQL: on one connection, one row updated and one inserted per
/// transition, two statements with arrays and one transaction per group.
public final class PlainPostgres implements Yardstick {
    private static final List<String> TABLES =
            List.of(
                    "create table run (id bigint primary key, state text not null,"
                            + " updated bigint not null, data text not null)",
                    "create table history (run bigint, seq int, at bigint not null,"
                            + " state text not null, primary key (run, seq))");
    private static final List<String> STATES =
            List.of("download", "validate", "store", "activate", "complete");

    private final Connection connection;
    private final PreparedStatement upsert;
    private final PreparedStatement insert;

    private PlainPostgres(Connection connection) throws SQLException {
        this.connection = connection;
        this.upsert =
                connection.prepareStatement(
                        """
                        insert into run (id, state, updated, data)
                        select * from unnest(?::bigint[], ?::text[], ?::bigint[], ?::text[])
                        on conflict (id) do update
                        set state = excluded.state, updated = excluded.updated, data = excluded.data
                        """);
        this.insert =
                connection.prepareStatement(
                        """
                        insert into history (run, seq, at, state)
                        select * from unnest(?::bigint[], ?::int[], ?::bigint[], ?::text[])
                        """);
    }

    public static PlainPostgres open(String url) throws SQLException {
        Connection connection = DriverManager.getConnection(url);
        try (Statement statement = connection.createStatement()) {
            for (String table : TABLES) statement.executeUpdate(table);
        }
        connection.setAutoCommit(false);
        return new PlainPostgres(connection);
    }

    /// A run is in a group only once, since it waits for each of its steps.
    @Override
    public void write(List<Transition> group) throws SQLException {
        int size = group.size();
        Long[] runs = new Long[size];
        Integer[] steps = new Integer[size];
        Long[] times = new Long[size];
        String[] states = new String[size];
        String[] data = new String[size];
        long now = System.currentTimeMillis();
        for (int i = 0; i < size; i++) {
            Transition transition = group.get(i);
            runs[i] = transition.run();
            steps[i] = transition.step();
            times[i] = now;
            states[i] = STATES.get(transition.step());
            data[i] = JobState.after(transition.step());
        }
        execute(upsert, new Object[][] {runs, states, times, data});
        execute(insert, new Object[][] {runs, steps, times, states});
        connection.commit();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    private void execute(PreparedStatement statement, Object[][] columns) throws SQLException {
        for (int i = 0; i < columns.length; i++) {
            statement.setArray(i + 1, connection.createArrayOf(type(columns[i]), columns[i]));
        }
        statement.executeUpdate();
    }

    private static String type(Object[] column) {
        return switch (column) {
            case Long[] _ -> "bigint";
            case Integer[] _ -> "int";
            default -> "text";
        };
    }
}
