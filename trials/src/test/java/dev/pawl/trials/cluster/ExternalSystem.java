package dev.pawl.trials.cluster;

import dev.pawl.machine.Attempt;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ConcurrentLinkedDeque;

/// A system outside the store, which bodies reach through their own connections: it refuses
/// attempts with a smaller fence than it has seen, and knows which attempts are executing.
///
/// The hard idea: a body that was given up may continue for a while, and must not count. Its mark
/// has the fence that it started with, and counts only while its run still has that version: a
/// run's version grows when another attempt replaces it.
final class ExternalSystem {
    private static final String[] TABLES = {
        "create table effect (place bigserial, run text, step text, fence bigint, node text,"
                + " started bigint, ended bigint)",
        "create table holding (run bigint, fence bigint, lane text, weight integer)",
        "create table outside (run bigint primary key, fence bigint)",
        "create table refusal (run bigint, fence bigint, version bigint)",
        "create table violation (what text)"
    };

    private static final String PASS =
            "insert into outside as o (run, fence) values (?, ?) on conflict (run)"
                    + " do update set fence = excluded.fence where o.fence <= excluded.fence";
    private static final String REFUSED =
            "insert into refusal select id, ?, version from pawl.run where id = ?";
    private static final String ENTER =
            "insert into holding (run, fence, lane, weight) values (?, ?, ?, ?)";
    private static final String LEAVE = "delete from holding where run = ? and fence = ?";
    private static final String HELD =
            "select coalesce(sum(h.weight), 0) from holding h"
                    + " join pawl.run r on r.id = h.run and r.version = h.fence where h.lane = ?";
    private static final String VIOLATION = "insert into violation values (?)";

    private final String url;
    private final ConcurrentLinkedDeque<Connection> free = new ConcurrentLinkedDeque<>();

    ExternalSystem(String url) {
        this.url = url + "&connectTimeout=3&socketTimeout=5";
    }

    static void makeTables(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String table : TABLES) {
                boolean _ = statement.execute(table);
            }
        }
    }

    /// Calls the external system with the fence of an attempt; throws if a later one was there.
    void pass(Attempt<?, ?> attempt) throws SQLException, IOException {
        long run = attempt.id().value();
        int changed = use(c -> update(c, PASS, run, attempt.fence()));
        if (changed > 0) return;
        use(c -> update(c, REFUSED, attempt.fence(), run));
        throw new IOException("fenced: a later attempt was there");
    }

    /// Marks an attempt as executing in a lane, and records a violation if there are too many.
    void enter(Attempt<?, ?> attempt, Lane lane) throws SQLException {
        long run = attempt.id().value();
        use(c -> update(c, ENTER, run, attempt.fence(), lane.name(), lane.weight()));
        long held = use(c -> held(c, lane.name()));
        if (held <= lane.limit()) return;
        String what = "%d at work in %s".formatted(held, lane);
        use(c -> update(c, VIOLATION, what));
    }

    void leave(Attempt<?, ?> attempt) throws SQLException {
        long run = attempt.id().value();
        use(c -> update(c, LEAVE, run, attempt.fence()));
    }

    private static long held(Connection connection, String lane) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(HELD)) {
            query.setString(1, lane);
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    private static int update(Connection connection, String sql, Object... parameters)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) statement.setObject(i + 1, parameters[i]);
            return statement.executeUpdate();
        }
    }

    /// A failed connection is not used again; the attempt fails, and the next one gets a new
    /// connection.
    private <T> T use(Call<T> call) throws SQLException {
        Connection free = this.free.poll();
        Connection connection = free == null ? DriverManager.getConnection(url) : free;
        boolean usable = false;
        try {
            T answer = call.on(connection);
            usable = true;
            return answer;
        } finally {
            if (usable) this.free.push(connection);
            else connection.close();
        }
    }

    /// A limit: its name, its capacity, and how much one attempt takes.
    record Lane(String name, int limit, int weight) {}

    private interface Call<T> {
        T on(Connection connection) throws SQLException;
    }
}
