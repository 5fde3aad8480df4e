package dev.pawl.store;

import dev.pawl.engine.store.Retention;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/// Deletes old runs, some in each transaction, so that nobody waits long for the tables.
///
/// The freed pages stay in the file and are used again, so the file stops growing when as much is
/// deleted as comes.
final class Pruning {
    private static final int BATCH_MIN = 4_096;

    private static final String OLDEST =
            "select id from run where machine = (select id from machine where name = ?)"
                    + " and ended is not null order by ended, id limit ?";

    private final Tables tables;

    Pruning(Tables tables) {
        this.tables = tables;
    }

    /// Deletes at most `limit` runs, oldest end first, and returns how many went.
    int prune(Retention retention, int limit) {
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

    /// Projections and batches take turns, so a batch that were smaller would never catch up.
    private int batch() {
        return Math.max(BATCH_MIN, 2 * tables.lastProjected());
    }

    private int transaction(Retention retention, int wanted) {
        int[] deleted = new int[1];
        tables.maintain(
                "deleting old runs from",
                session -> {
                    // Both limits take the oldest first, so the one that takes more decides.
                    long tooOld = tooOld(session, retention, wanted);
                    long tooMany = tooMany(session, retention, wanted);
                    long count = Math.min(wanted, Math.max(tooOld, tooMany));
                    deleted[0] = delete(session, retention.machine(), count);
                });
        return deleted[0];
    }

    private static long tooOld(Session session, Retention retention, int wanted)
            throws SQLException {
        if (retention.endedBefore() == null) return 0;
        PreparedStatement query =
                session.prepare(
                        "select count(*) from (select 1 from run where machine ="
                                + " (select id from machine where name = ?)"
                                + " and ended is not null and ended < ? limit ?)");
        query.setString(1, retention.machine());
        query.setLong(2, Times.nanos(retention.endedBefore()));
        query.setInt(3, wanted);
        return number(query);
    }

    private static long tooMany(Session session, Retention retention, int wanted)
            throws SQLException {
        Long keep = retention.keep();
        if (keep == null) return 0;
        return Math.max(0, count(session, retention.machine(), keep + wanted) - keep);
    }

    /// Returns how many ended runs of a machine are stored, counted no further than `most`: what a
    /// batch costs must not grow with what is left.
    static long count(Session session, String machine, long most) throws SQLException {
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

    /// Deletes so many ended runs of a machine, oldest end first, and returns how many it were.
    static int delete(Session session, String machine, long count) throws SQLException {
        if (count == 0) return 0;
        deleteWhere(session, "history_chunk where run", machine, count);
        return deleteWhere(session, "run where id", machine, count);
    }

    private static int deleteWhere(Session session, String where, String machine, long count)
            throws SQLException {
        PreparedStatement delete =
                session.prepare("delete from %s in (%s)".formatted(where, OLDEST));
        delete.setString(1, machine);
        delete.setLong(2, count);
        return delete.executeUpdate();
    }
}
