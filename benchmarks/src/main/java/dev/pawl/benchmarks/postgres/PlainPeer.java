package dev.pawl.benchmarks.postgres;

import dev.pawl.benchmarks.load.GroupWriter;
import dev.pawl.benchmarks.load.PlainPostgres;
import dev.pawl.benchmarks.load.Transition;
import dev.pawl.benchmarks.peers.Peer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicLong;

/// The bare writer in place of an engine: a run is nothing but its writes.
final class PlainPeer implements Peer {
    private final String url;
    private final PlainPostgres plain;
    private final GroupWriter writer;
    private final AtomicLong runs = new AtomicLong();

    private PlainPeer(String url) throws SQLException {
        this.url = url;
        this.plain = PlainPostgres.open(url);
        this.writer = new GroupWriter(plain);
    }

    static PlainPeer open(String url) throws SQLException {
        return new PlainPeer(url);
    }

    @Override
    public void run() {
        long run = runs.incrementAndGet();
        for (int step = 0; step < STEPS; step++) writer.submit(new Transition(run, step));
    }

    @Override
    public void verify(long expected) throws SQLException {
        check("select count(*) from run where state = 'complete'", expected);
        check("select count(*) from run", expected);
        check("select count(*) from history", expected * STEPS);
    }

    @Override
    public void close() throws SQLException {
        writer.close();
        plain.close();
    }

    private void check(String query, long expected) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            if (row.getLong(1) != expected) {
                throw new IllegalStateException(
                        "expected %d, found %d: %s".formatted(expected, row.getLong(1), query));
            }
        }
    }
}
