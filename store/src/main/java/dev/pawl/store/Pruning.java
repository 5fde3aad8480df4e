package dev.pawl.store;

import dev.pawl.engine.store.Retention;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// Deletes old runs, some in each transaction, so that nobody waits long for the tables.
///
/// The freed pages stay in the file and are used again, so the file stops growing when as much is
/// deleted as comes.
final class Pruning {
    private static final int BATCH = 4_096;

    private final Tables tables;

    Pruning(Tables tables) {
        this.tables = tables;
    }

    /// Deletes at most `limit` runs, oldest end first, and returns how many went.
    int prune(Retention retention, int limit) {
        tables.project();
        int gone = 0;
        while (gone < limit) {
            int wanted = Math.min(BATCH, limit - gone);
            int deleted = transaction(retention, wanted);
            gone += deleted;
            if (deleted < wanted) break;
        }
        return gone;
    }

    private int transaction(Retention retention, int wanted) {
        int[] deleted = new int[1];
        tables.maintain(
                "deleting old runs from",
                session -> {
                    List<Long> ids = oldest(session, retention, wanted);
                    for (long id : ids) delete(session, id);
                    deleted[0] = ids.size();
                });
        return deleted[0];
    }

    /// Both limits take the oldest first, so the one that takes more decides.
    private static List<Long> oldest(Session session, Retention retention, int wanted)
            throws SQLException {
        long tooOld = tooOld(session, retention, wanted);
        long tooMany = tooMany(session, retention, wanted);
        List<Long> ids = new ArrayList<>();
        PreparedStatement query =
                session.prepare(
                        "select id from run where machine = (select id from machine where name = ?)"
                                + " and ended is not null order by ended, id limit ?");
        query.setString(1, retention.machine());
        query.setLong(2, Math.min(wanted, Math.max(tooOld, tooMany)));
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) ids.add(row.getLong(1));
        }
        return ids;
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
        // Counted no further than needed: what a batch costs must not grow with what is left.
        PreparedStatement query =
                session.prepare(
                        "select count(*) from (select 1 from run where machine ="
                                + " (select id from machine where name = ?)"
                                + " and ended is not null limit ?)");
        query.setString(1, retention.machine());
        query.setLong(2, keep + wanted);
        return Math.max(0, number(query) - keep);
    }

    private static long number(PreparedStatement query) throws SQLException {
        try (ResultSet row = query.executeQuery()) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    private static void delete(Session session, long id) throws SQLException {
        for (String sql :
                List.of(
                        "delete from history_chunk where run = ?",
                        "delete from run where id = ?")) {
            PreparedStatement delete = session.prepare(sql);
            delete.setLong(1, id);
            delete.executeUpdate();
        }
    }
}
