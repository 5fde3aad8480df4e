package dev.pawl.store.sqlite;

import dev.pawl.engine.store.Retention;
import dev.pawl.store.format.NanoTimes;
import dev.pawl.store.sql.SqlSession;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.Set;

/// Deletes old runs in several transactions, so that no other thread waits long for the tables.
///
/// The freed pages stay in the file and are reused, so the file stops growing when as much is
/// deleted as is added.
public final class Pruning {
    private static final int BATCH_MIN = 4_096;

    private static final String OLDEST =
            "select id, parent from run where machine = (select id from machine where name = ?)"
                    + " and ended is not null order by ended, id limit ?";

    /// The oldest runs that no live run refers to as its child or predecessor.
    private static final String UNREFERRED =
            "select id from (%s) as oldest where not (".formatted(OLDEST)
                    + "exists (select 1 from run as up where up.id = oldest.parent"
                    + " and up.ended is null)"
                    + " or exists (select 1 from run as next where next.follows = oldest.id"
                    + " and next.ended is null)"
                    + " or exists (select 1 from run as next where next.behind = oldest.id"
                    + " and next.ended is null)) limit ?";

    private final Tables tables;

    public Pruning(Tables tables) {
        this.tables = tables;
    }

    /// Deletes at most `limit` runs, those that ended first, and returns how many.
    public int prune(Retention retention, int limit) {
        tables.project();
        int gone = 0;
        while (gone < limit) {
            int wanted = Math.min(batch(), limit - gone);
            int deleted = transaction(retention, wanted);
            gone += deleted;
            if (deleted < wanted) break;
        }
        return gone;
    }

    /// Projections and batches alternate, so a smaller batch would never catch up.
    private int batch() {
        return Math.max(BATCH_MIN, 2 * tables.lastProjected());
    }

    private int transaction(Retention retention, int wanted) {
        int[] deleted = new int[1];
        tables.maintain(
                "deleting old runs from",
                session -> {
                    // Both limits delete the oldest first, so the one that deletes more decides.
                    long most = most(wanted);
                    long tooOld = tooOld(session, retention, most);
                    long tooMany = tooMany(session, retention, most);
                    long beyond = Math.max(tooOld, tooMany);
                    deleted[0] = delete(session, retention.machine(), beyond, wanted);
                });
        return deleted[0];
    }

    private static long tooOld(SqlSession session, Retention retention, long most)
            throws SQLException {
        if (retention.endedBefore() == null) return 0;
        PreparedStatement query =
                session.prepare(
                        "select count(*) from (select 1 from run where machine ="
                                + " (select id from machine where name = ?)"
                                + " and ended is not null and ended < ? limit ?)");
        query.setString(1, retention.machine());
        query.setLong(2, NanoTimes.nanos(retention.endedBefore()));
        query.setLong(3, most);
        return number(query);
    }

    private static long tooMany(SqlSession session, Retention retention, long most)
            throws SQLException {
        Long keep = retention.keep();
        if (keep == null) return 0;
        return Math.max(0, count(session, retention.machine(), keep + most) - keep);
    }

    /// Returns how many ended runs of a machine are stored, counting no further than `most`: the
    /// cost of a batch must not grow with what is left.
    static long count(SqlSession session, String machine, long most) throws SQLException {
        PreparedStatement query =
                session.prepare(
                        "select count(*) from (select 1 from run where machine ="
                                + " (select id from machine where name = ?)"
                                + " and ended is not null limit ?)");
        query.setString(1, machine);
        query.setLong(2, most);
        return number(query);
    }

    private static long number(PreparedStatement query) throws SQLException {
        try (ResultSet row = query.executeQuery()) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    /// Returns how many runs beyond a limit must be counted in order to delete so many.
    static long most(long wanted) {
        return wanted + Retention.SPARED_MAX;
    }

    /// Deletes at most `wanted` of the oldest `beyond` ended runs of a machine, those that ended
    /// first, and returns how many. Runs that live runs refer to are spared, unless there are too
    /// many of them.
    static int delete(SqlSession session, String machine, long beyond, long wanted)
            throws SQLException {
        if (beyond == 0 || wanted == 0) return 0;
        long seen = Math.min(beyond, most(wanted));
        Set<Long> ids = new LinkedHashSet<>();
        PreparedStatement query = session.prepare(UNREFERRED);
        query.setString(1, machine);
        query.setLong(2, seen);
        query.setLong(3, wanted);
        addAll(ids, query, wanted);
        long tooMany = seen - ids.size() - Retention.SPARED_MAX;
        if (ids.size() < wanted && tooMany > 0) {
            long all = ids.size() + tooMany;
            PreparedStatement oldest = session.prepare(OLDEST);
            oldest.setString(1, machine);
            oldest.setLong(2, all);
            addAll(ids, oldest, all);
        }
        if (ids.isEmpty()) return 0;
        deleteWhere(session, "history_chunk where run", ids);
        return deleteWhere(session, "run where id", ids);
    }

    private static void addAll(Set<Long> ids, PreparedStatement query, long most)
            throws SQLException {
        try (ResultSet row = query.executeQuery()) {
            while (ids.size() < most && row.next()) ids.add(row.getLong(1));
        }
    }

    private static int deleteWhere(SqlSession session, String where, Set<Long> ids)
            throws SQLException {
        PreparedStatement delete =
                session.prepare(
                        "delete from %s in (select value from json_each(?))".formatted(where));
        delete.setString(1, ids.toString());
        return delete.executeUpdate();
    }
}
