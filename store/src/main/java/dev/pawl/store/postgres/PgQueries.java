package dev.pawl.store.postgres;

import dev.pawl.engine.store.Claim;
import dev.pawl.engine.store.LoggedEntry;
import dev.pawl.engine.store.PermitWaiter;
import dev.pawl.engine.store.Queued;
import dev.pawl.engine.store.Wake;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.store.format.Keys;
import dev.pawl.store.format.NanoTimes;
import dev.pawl.store.format.StatusCodes;
import dev.pawl.store.sql.Dialect;
import dev.pawl.store.sql.Queries;
import dev.pawl.store.sql.SqlSession;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The queries that PostgreSQL needs in another form than SQLite.
public final class PgQueries {
    private static final String LIVE =
            "select body, request, response, owner from @run where ended is null and machine ="
                    + " (select id from @machine where name = ?) and ";

    private PgQueries() {}

    public static @Nullable Run live(SqlSession session, String machine, String key)
            throws SQLException {
        String name = session.dialect().stored(machine);
        PreparedStatement byKey =
                session.prepare(LIVE + "key = ? and key is not null order by id desc limit 1");
        byKey.setString(1, name);
        byKey.setString(2, session.dialect().stored(key));
        Run keyed = Queries.first(byKey);
        long id = Keys.idOf(key);
        if (id < 0) return keyed;
        // A run without a key is found by its id.
        PreparedStatement byId = session.prepare(LIVE + "id = ? and key is null");
        byId.setString(1, name);
        byId.setLong(2, id);
        Run keyless = Queries.first(byId);
        if (keyed == null || keyless == null) return keyed == null ? keyless : keyed;
        return keyed.id().compareTo(keyless.id()) > 0 ? keyed : keyless;
    }

    /// Returns the earliest wake-ups of the runs of a node, or of all runs for node 0.
    public static List<Wake> wakes(SqlSession session, long epoch, int limit) throws SQLException {
        String some =
                "(select wake, id from @run where owner = %s and wake is not null"
                        + " order by wake, id limit ?)";
        PreparedStatement query =
                session.prepare(
                        "select wake, id from %s order by wake, id limit ?"
                                .formatted(
                                        epoch == 0
                                                ? "@owners() as o(owner) cross join lateral"
                                                        + some.formatted("o.owner")
                                                        + " as due"
                                                : some.formatted("?") + " as due"));
        int next = 1;
        if (epoch != 0) query.setLong(next++, epoch);
        query.setInt(next++, limit);
        query.setInt(next, limit);
        List<Wake> wakes = new ArrayList<>();
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) {
                wakes.add(new Wake(NanoTimes.instant(row.getLong(1)), new RunId(row.getLong(2))));
            }
        }
        return wakes;
    }

    /// Returns the runs that wait for a slot of a queue, without those that `claim` does not cover,
    /// if it is given.
    public static List<Queued> queued(SqlSession session, Waiting which) throws SQLException {
        Claim claim = which.claim();
        PreparedStatement query =
                session.prepare(
                        "select id, priority, key from @run where queue = ? and status = 2"
                                + " and not (key is not null and key = any(?))"
                                + " and not (key is null and id = any(?))"
                                + (claim == null
                                        ? ""
                                        : " and definition = any(@fitting(?, ?, ?, ?, ?, ?))")
                                + " order by priority desc, id limit ?");
        PgArrays to = new PgArrays(query, session.dialect());
        query.setString(to.next(), session.dialect().stored(which.queue()));
        to.texts(which.except(), key -> key);
        to.longs(which.except().stream().map(Keys::idOf).toList(), id -> id);
        if (claim != null) PgCluster.add(to, claim);
        query.setInt(to.next(), which.limit());
        return queued(query, session.dialect());
    }

    /// Returns the first runs that wait for permits of a pool, without those that `claim` does not
    /// cover, if it is given.
    static List<PermitWaiter> permitWaiters(SqlSession session, PermitLine which)
            throws SQLException {
        Claim claim = which.claim();
        PreparedStatement query = session.prepare(permitLine(claim != null));
        PgArrays to = new PgArrays(query, session.dialect());
        query.setString(to.next(), session.dialect().stored(which.pool()));
        query.setInt(to.next(), which.countMax());
        if (claim != null) PgCluster.add(to, claim);
        query.setInt(to.next(), which.limit());
        List<PermitWaiter> all = new ArrayList<>();
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) {
                all.add(new PermitWaiter(new RunId(row.getLong(1)), row.getInt(2), row.getInt(3)));
            }
        }
        return all;
    }

    static String permitLine(boolean isClaimed) {
        return "select id, coalesce(priority, 0), permits from @run"
                + " where pool = ? and status = 3 and permits <= ?"
                + (isClaimed ? " and definition = any(@fitting(?, ?, ?, ?, ?, ?))" : "")
                + " order by coalesce(priority, 0) desc, id limit ?";
    }

    static List<Run> runs(SqlSession session, Set<RunId> ids) throws SQLException {
        PreparedStatement query = session.prepare(Queries.COLUMNS + "id = any(?)");
        new PgArrays(query, session.dialect()).longs(ids, RunId::value);
        return Queries.all(query);
    }

    public static Map<RunId, RunStatus> statuses(SqlSession session, Set<RunId> ids)
            throws SQLException {
        PreparedStatement query = session.prepare("select id, status from @run where id = any(?)");
        new PgArrays(query, session.dialect()).longs(ids, RunId::value);
        Map<RunId, RunStatus> found = new HashMap<>();
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) {
                found.put(new RunId(row.getLong(1)), StatusCodes.of(row.getInt(2)));
            }
        }
        return found;
    }

    /// Returns the runs that hold a slot of a queue.
    static List<Queued> holders(SqlSession session, String queue) throws SQLException {
        PreparedStatement query =
                session.prepare(
                        "select id, priority, key from @run where queue = ? and queue is not null"
                                + " and status in (3, 4, 5) order by id");
        query.setString(1, session.dialect().stored(queue));
        return queued(query, session.dialect());
    }

    /// Returns up to which position the log can be read now, and its last position.
    ///
    /// A position comes from the number of a transaction. Below the oldest transaction in progress
    /// the log is complete: nothing can be added there any more.
    public static Horizon horizon(SqlSession session) throws SQLException {
        PreparedStatement query =
                session.prepare(
                        "select (pg_snapshot_xmin(pg_current_snapshot())::text::bigint << 20)"
                                + " + (select shift from @progress),"
                                + " (select max(position) from @history_chunk)");
        try (ResultSet row = query.executeQuery()) {
            row.next();
            return new Horizon(row.getLong(1), row.getLong(2));
        }
    }

    public static List<LoggedEntry> log(SqlSession session, Horizon horizon, long beyond, int limit)
            throws SQLException {
        PreparedStatement query =
                session.prepare(
                        "select chunk.position, chunk.run, machine.name, chunk.entries"
                                + " from @history_chunk as chunk"
                                + " join @run as run on run.id = chunk.run"
                                + " join @machine as machine on machine.id = run.machine"
                                + " where chunk.position > ? and chunk.position < ?"
                                + " order by chunk.position limit ?");
        query.setLong(1, beyond);
        query.setLong(2, horizon.complete());
        query.setInt(3, limit);
        return Queries.logged(query, beyond, limit);
    }

    public static long lastId(SqlSession session) throws SQLException {
        PreparedStatement query =
                session.prepare(
                        "select greatest((select max(id) from @run),"
                                + " (select max(id) from @message),"
                                + " (select max(last_id) from @commit_slot),"
                                + " (select last_id from @progress))");
        try (ResultSet row = query.executeQuery()) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    private static List<Queued> queued(PreparedStatement query, Dialect dialect)
            throws SQLException {
        List<Queued> all = new ArrayList<>();
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) {
                RunId id = new RunId(row.getLong(1));
                String key = row.getString(3);
                String name = key == null ? id.toString() : dialect.read(key);
                all.add(new Queued(id, row.getInt(2), name));
            }
        }
        return all;
    }

    /// Selects runs that wait for permits of a pool.
    record PermitLine(String pool, @Nullable Claim claim, int countMax, int limit) {}

    /// Selects runs that wait in a queue.
    public record Waiting(String queue, @Nullable Claim claim, Set<String> except, int limit) {}

    /// The position below which the log is complete, and its greatest position.
    public record Horizon(long complete, long greatest) {}
}
