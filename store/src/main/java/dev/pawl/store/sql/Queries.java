package dev.pawl.store.sql;

import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.LoggedEntry;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Queued;
import dev.pawl.engine.store.Tally;
import dev.pawl.engine.store.Wake;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.MachineRef;
import dev.pawl.run.Message;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.store.format.ByteSource;
import dev.pawl.store.format.EntryFormat;
import dev.pawl.store.format.Keys;
import dev.pawl.store.format.NanoTimes;
import dev.pawl.store.format.RunFormat;
import dev.pawl.store.format.StatusCodes;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The queries of the store's contract as SQL, for any session that has the tables.
public final class Queries {
    public static final String COLUMNS = "select body, request, response, {owner} from @run where ";

    /// The runs of a machine and key that have not ended.
    static final String LIVE =
            COLUMNS
                    + "machine = (select id from @machine where name = ?) and key = ?"
                    + " and key is not null and ended is null order by id desc";

    private Queries() {}

    public static @Nullable Run run(SqlSession session, RunId id) throws SQLException {
        PreparedStatement query = session.prepare(COLUMNS + "id = ?");
        query.setLong(1, id.value());
        return first(query);
    }

    /// Adds the statuses of those runs that exist.
    public static void statuses(SqlSession session, Set<RunId> ids, Map<RunId, RunStatus> into)
            throws SQLException {
        PreparedStatement query = session.prepare("select status from @run where id = ?");
        for (RunId id : ids) {
            query.setLong(1, id.value());
            try (ResultSet row = query.executeQuery()) {
                if (row.next()) into.put(id, StatusCodes.of(row.getInt(1)));
            }
        }
    }

    /// Returns the runs of a machine and key that have not ended, newest first.
    public static List<Run> live(SqlSession session, String machine, String key)
            throws SQLException {
        PreparedStatement query = session.prepare(LIVE);
        query.setString(1, session.dialect().stored(machine));
        query.setString(2, session.dialect().stored(key));
        return all(query);
    }

    public static @Nullable Run startedWith(SqlSession session, String machine, String idempotency)
            throws SQLException {
        PreparedStatement query =
                session.prepare(
                        COLUMNS
                                + "machine = (select id from @machine where name = ?)"
                                + " and idempotency = ? and idempotency is not null"
                                + " order by id desc limit 1");
        query.setString(1, session.dialect().stored(machine));
        query.setString(2, session.dialect().stored(idempotency));
        return first(query);
    }

    public static List<Run> runs(SqlSession session, Filter filter, Page page) throws SQLException {
        FilterSql sql = FilterSql.of(filter);
        PreparedStatement query = session.prepare(runs(sql, page));
        int next = sql.bind(query, session.dialect());
        if (page.beyond() != null) query.setLong(next++, page.beyond().value());
        query.setInt(next, page.limit());
        return all(query);
    }

    /// Returns the SQL for a page of runs. The ids are found first: for most filters an index is
    /// enough, and only the rows of the page are read.
    static String runs(FilterSql sql, Page page) {
        boolean newest = page.order() == Page.Order.NEWEST_FIRST;
        String order = newest ? "order by id desc" : "order by id";
        String beyond = page.beyond() == null ? "" : newest ? " and id < ?" : " and id > ?";
        return COLUMNS
                + "id in (select id from @run where %s%s %s limit ?) %s"
                        .formatted(sql.where(), beyond, order, order);
    }

    public static long count(SqlSession session, Filter filter) throws SQLException {
        FilterSql sql = FilterSql.of(filter);
        PreparedStatement query = session.prepare("select count(*) from @run where " + sql.where());
        sql.bind(query, session.dialect());
        try (ResultSet row = query.executeQuery()) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    public static List<Tally> tally(SqlSession session) throws SQLException {
        String live = FilterSql.of(Filter.ALL.live()).where();
        PreparedStatement query =
                session.prepare(
                        "select machine.name, definition.version, definition.fingerprint,"
                                + " status, state, count from (select machine, definition, status,"
                                + " state, count(*) as count from @run where "
                                + live
                                + " group by machine, definition, status, state) as run"
                                + " join @machine as machine on machine.id = run.machine"
                                + " join @definition as definition on definition.id = run.definition"
                                + " order by 1, 2, 3, 4, 5");
        List<Tally> tallies = new ArrayList<>();
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) {
                var machine = new MachineRef(row.getString(1), row.getInt(2), row.getString(3));
                var status = StatusCodes.of(row.getInt(4));
                tallies.add(new Tally(machine, status, row.getString(5), row.getLong(6)));
            }
        }
        return tallies;
    }

    public static List<Wake> wakes(SqlSession session, int limit) throws SQLException {
        PreparedStatement query =
                session.prepare(
                        "select wake, id from run where wake is not null"
                                + " order by wake, id limit ?");
        query.setInt(1, limit);
        List<Wake> wakes = new ArrayList<>();
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) {
                wakes.add(new Wake(NanoTimes.instant(row.getLong(1)), new RunId(row.getLong(2))));
            }
        }
        return wakes;
    }

    public static List<Queued> queued(
            SqlSession session, String queue, Set<String> except, int limit) throws SQLException {
        PreparedStatement query =
                session.prepare(
                        "select id, priority, key from run where queue = ? and status = 2"
                                + " order by priority desc, id");
        query.setString(1, queue);
        List<Queued> waiting = new ArrayList<>();
        try (ResultSet row = query.executeQuery()) {
            while (waiting.size() < limit && row.next()) {
                RunId id = new RunId(row.getLong(1));
                String key = row.getString(3);
                Queued next = new Queued(id, row.getInt(2), key == null ? id.toString() : key);
                if (!except.contains(next.key())) waiting.add(next);
            }
        }
        return waiting;
    }

    public static List<HistoryEntry> history(SqlSession session, RunId id, long after, int limit)
            throws SQLException {
        PreparedStatement query =
                session.prepare(
                        "select entries from @history_chunk where run = ? and last > ?"
                                + " order by last");
        query.setLong(1, id.value());
        query.setLong(2, after);
        List<HistoryEntry> history = new ArrayList<>();
        try (ResultSet row = query.executeQuery()) {
            while (history.size() < limit && row.next()) {
                for (HistoryEntry entry : EntryFormat.read(row.getBytes(1))) {
                    if (entry.seq() > after && history.size() < limit) history.add(entry);
                }
            }
        }
        return history;
    }

    /// Positions are assigned when the tables are written, so this reads the file without the
    /// journal's tail.
    public static List<LoggedEntry> log(SqlSession session, long beyond, int limit)
            throws SQLException {
        PreparedStatement query =
                session.prepare(
                        "select chunk.position, chunk.run, machine.name, chunk.entries"
                                + " from main.history_chunk as chunk"
                                + " join main.run as run on run.id = chunk.run"
                                + " join main.machine as machine on machine.id = run.machine"
                                + " where chunk.position > ? order by chunk.position limit ?");
        query.setLong(1, beyond);
        query.setInt(2, limit);
        return logged(query, beyond, limit);
    }

    /// Reads rows that hold a position, a run, its machine and the entries of a chunk.
    public static List<LoggedEntry> logged(PreparedStatement query, long beyond, int limit)
            throws SQLException {
        List<LoggedEntry> log = new ArrayList<>();
        try (ResultSet row = query.executeQuery()) {
            while (log.size() < limit && row.next()) {
                RunId run = new RunId(row.getLong(2));
                String machine = row.getString(3);
                List<HistoryEntry> entries = EntryFormat.read(row.getBytes(4));
                long position = row.getLong(1) - entries.size();
                for (HistoryEntry entry : entries) {
                    position++;
                    if (position <= beyond || log.size() >= limit) continue;
                    log.add(new LoggedEntry(position, run, machine, entry));
                }
            }
        }
        return log;
    }

    public static List<Message> messages(SqlSession session, long beyond, int limit)
            throws SQLException {
        PreparedStatement query =
                session.prepare(
                        "select id, recipient, kind, name, body, sent from @message"
                                + " where id > ? order by id limit ?");
        query.setLong(1, beyond);
        query.setInt(2, limit);
        return messages(query, session.dialect());
    }

    public static List<Message> messages(PreparedStatement query, Dialect dialect)
            throws SQLException {
        List<Message> messages = new ArrayList<>();
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) {
                messages.add(
                        new Message(
                                row.getLong(1),
                                new RunId(row.getLong(2)),
                                Message.Kind.valueOf(row.getString(3)),
                                dialect.read(row.getString(4)),
                                Payload.of(bytes(row, 5)),
                                NanoTimes.instant(row.getLong(6))));
            }
        }
        return messages;
    }

    public static List<NamedDocument> documents(SqlSession session, NamedDocument.Kind kind)
            throws SQLException {
        PreparedStatement query =
                session.prepare("select name, body from @document where kind = ? order by name");
        query.setString(1, kind.name());
        return documents(query, session.dialect(), kind);
    }

    private static List<NamedDocument> documents(
            PreparedStatement query, Dialect dialect, NamedDocument.Kind kind) throws SQLException {
        List<NamedDocument> documents = new ArrayList<>();
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) {
                String name = dialect.read(row.getString(1));
                documents.add(new NamedDocument(kind, name, Payload.of(bytes(row, 2))));
            }
        }
        return documents;
    }

    /// Returns the documents whose names start with a prefix: a range of the index, since names are
    /// sorted by their bytes.
    public static List<NamedDocument> documents(
            SqlSession session, NamedDocument.Kind kind, String prefix) throws SQLException {
        String from = session.dialect().stored(prefix);
        String to = Keys.beyond(from);
        PreparedStatement query =
                session.prepare(
                        "select name, body from @document where kind = ? and name >= ?"
                                + (to == null ? "" : " and name < ?")
                                + " order by name");
        query.setString(1, kind.name());
        query.setString(2, from);
        if (to != null) query.setString(3, to);
        return documents(query, session.dialect(), kind);
    }

    public static Optional<NamedDocument> document(
            SqlSession session, NamedDocument.Kind kind, String name) throws SQLException {
        PreparedStatement query =
                session.prepare("select body from @document where kind = ? and name = ?");
        query.setString(1, kind.name());
        query.setString(2, session.dialect().stored(name));
        try (ResultSet row = query.executeQuery()) {
            if (!row.next()) return Optional.empty();
            return Optional.of(new NamedDocument(kind, name, Payload.of(bytes(row, 1))));
        }
    }

    public static @Nullable Run first(PreparedStatement query) throws SQLException {
        try (ResultSet row = query.executeQuery()) {
            return row.next() ? read(row) : null;
        }
    }

    public static List<Run> all(PreparedStatement query) throws SQLException {
        List<Run> runs = new ArrayList<>();
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) runs.add(read(row));
        }
        return runs;
    }

    /// Reads a run from the columns `body`, `request`, `response` and `owner`.
    public static Run read(ResultSet row) throws SQLException {
        byte[] body = bytes(row, 1);
        byte[] response = row.getBytes(3);
        return RunFormat.read(
                        new ByteSource(body, 0, body.length),
                        Payload.of(bytes(row, 2)),
                        response == null ? null : Payload.of(response))
                .ownedBy(row.getLong(4));
    }

    /// SQLite returns an empty blob as null.
    private static byte[] bytes(ResultSet row, int column) throws SQLException {
        byte[] bytes = row.getBytes(column);
        return bytes == null ? new byte[0] : bytes;
    }
}
