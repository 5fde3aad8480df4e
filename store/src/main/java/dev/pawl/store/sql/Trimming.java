package dev.pawl.store.sql;

import dev.pawl.run.HistoryEntry;
import dev.pawl.run.RunId;
import dev.pawl.store.format.ByteSink;
import dev.pawl.store.format.EntryFormat;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;

/// Removes the oldest entries of a history, in whole chunks.
///
/// The last removed chunk stays as a row with a single entry that records the removal. It keeps its
/// hash, because the hash of the next chunk depends on it.
public final class Trimming {
    private static final String REMOVE = "delete from @history_chunk where run = ? and last < ?";
    private static final String REPLACE =
            "update @history_chunk set first = last, entries = ? where run = ? and last = ?";

    private Trimming() {}

    /// Returns how many entries were removed. In SQLite the caller holds the transaction; in
    /// PostgreSQL it is one statement.
    public static long trim(SqlSession session, RunId id, long upTo) throws SQLException {
        PreparedStatement query =
                session.prepare(
                        "select last, entries,"
                                + " (select min(first) from @history_chunk where run = ?)"
                                + " from @history_chunk where run = ? and last <= ?"
                                + " and last < (select version from @run where id = ?)"
                                + " order by last desc limit 1");
        query.setLong(1, id.value());
        query.setLong(2, id.value());
        query.setLong(3, upTo);
        query.setLong(4, id.value());
        long last;
        long first;
        HistoryEntry trimmed;
        try (ResultSet row = query.executeQuery()) {
            if (!row.next()) return 0;
            last = row.getLong(1);
            first = row.getLong(3);
            trimmed = EntryFormat.read(row.getBytes(2)).getLast().trimmed();
        }
        if (first == last) return 0;
        write(session, id, trimmed);
        return last - first;
    }

    private static void write(SqlSession session, RunId id, HistoryEntry trimmed)
            throws SQLException {
        if (session.dialect() instanceof Dialect.Postgres) {
            PreparedStatement both =
                    session.prepare("with removed as (%s) %s".formatted(REMOVE, REPLACE));
            both.setLong(1, id.value());
            both.setLong(2, trimmed.seq());
            both.setString(3, new String(encoded(trimmed), StandardCharsets.ISO_8859_1));
            both.setLong(4, id.value());
            both.setLong(5, trimmed.seq());
            both.executeUpdate();
            return;
        }
        PreparedStatement remove = session.prepare(REMOVE);
        remove.setLong(1, id.value());
        remove.setLong(2, trimmed.seq());
        remove.executeUpdate();
        PreparedStatement replace = session.prepare(REPLACE);
        replace.setBytes(1, encoded(trimmed));
        replace.setLong(2, id.value());
        replace.setLong(3, trimmed.seq());
        replace.executeUpdate();
    }

    private static byte[] encoded(HistoryEntry entry) {
        ByteSink sink = new ByteSink(256);
        sink.putByte('[');
        EntryFormat.write(sink, List.of(entry));
        sink.putByte(']');
        return Arrays.copyOf(sink.array(), sink.size());
    }
}
