package dev.pawl.store.sqlite;

import dev.pawl.store.sql.SqlSession;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/// How far the tables are: the greatest id and the last position ever assigned, the last group of
/// the journal in the tables, the number of the store that the journal's files carry, and whether
/// those files may have groups that the tables lack.
record TableProgress(long lastId, long position, long journal, long store, boolean isJournaled) {

    static TableProgress read(SqlSession session) throws SQLException {
        PreparedStatement query =
                session.prepare(
                        "select last_id, position, journal, store, journaled from progress");
        try (ResultSet row = query.executeQuery()) {
            if (!row.next()) throw new IllegalArgumentException("its progress row is missing");
            return new TableProgress(
                    row.getLong(1),
                    row.getLong(2),
                    row.getLong(3),
                    row.getLong(4),
                    row.getBoolean(5));
        }
    }

    TableProgress after(Pending pending, long next) {
        long id = Math.max(lastId, pending.greatestId());
        return new TableProgress(
                id, next, Math.max(journal, pending.journal()), store, isJournaled);
    }

    TableProgress journaled(boolean now) {
        return new TableProgress(lastId, position, journal, store, now);
    }

    void write(SqlSession session) throws SQLException {
        PreparedStatement update =
                session.prepare(
                        "update progress set last_id = ?, position = ?, journal = ?,"
                                + " journaled = ?");
        update.setLong(1, lastId);
        update.setLong(2, position);
        update.setLong(3, journal);
        update.setBoolean(4, isJournaled);
        update.executeUpdate();
    }
}
