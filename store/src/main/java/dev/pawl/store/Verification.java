package dev.pawl.store;

import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.security.MessageDigest;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads everything once and says what cannot be.
final class Verification {
    /// How many rows a driver that reads ahead may take at once.
    private static final int FETCHED = 500;

    private final Session session;
    private final MessageDigest sha256 = Migrations.sha256();
    private final List<String> problems = new ArrayList<>();

    private Verification(Session session) {
        this.session = session;
    }

    /// Returns one line for each problem; the caller has begun a transaction.
    static List<String> of(Session session) throws SQLException {
        Verification verification = new Verification(session);
        if (session.dialect() instanceof Dialect.Sqlite) verification.checkFile();
        verification.checkRuns();
        verification.checkOrphans();
        return List.copyOf(verification.problems);
    }

    private void checkFile() throws SQLException {
        PreparedStatement query = session.prepare("pragma integrity_check");
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) {
                if (!"ok".equals(row.getString(1))) problems.add("file: " + row.getString(1));
            }
        }
    }

    private void checkRuns() throws SQLException {
        PreparedStatement runs =
                session.prepare(
                        "select id, status, version, chain, body, state from @run order by id");
        runs.setFetchSize(FETCHED);
        try (ResultSet row = runs.executeQuery()) {
            while (row.next()) checkRun(row);
        }
    }

    private void checkRun(ResultSet row) throws SQLException {
        RunId id = new RunId(row.getLong(1));
        Run run = decode(id, row.getBytes(5));
        if (run == null) return;
        expect(id, "the id in the row's body", id, run.id());
        expect(id, "the row's status", Statuses.code(run.status()), row.getInt(2));
        expect(id, "the row's version", run.version(), row.getLong(3));
        expect(id, "the row's state", run.state(), row.getString(6));
        checkHistory(run, row.getLong(4));
    }

    private @Nullable Run decode(RunId id, byte @Nullable [] body) {
        try {
            byte[] bytes = body == null ? new byte[0] : body;
            return RunFormat.read(new ByteSource(bytes, 0, bytes.length), Payload.empty(), null);
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            problems.add("run %s: its row cannot be read: %s".formatted(id, e.getMessage()));
            return null;
        }
    }

    private void checkHistory(Run run, long chain) throws SQLException {
        PreparedStatement chunks =
                session.prepare(
                        "select chain, entries from @history_chunk where run = ? order by last");
        chunks.setLong(1, run.id().value());
        long link = 0;
        HistoryEntry last = null;
        try (ResultSet row = chunks.executeQuery()) {
            while (row.next()) {
                byte[] entries = row.getBytes(2);
                link = Projection.link(sha256, link, entries);
                if (link != row.getLong(1)) {
                    problems.add(
                            "run %s: its history was changed after entry %d: the hash is another"
                                    .formatted(run.id(), last == null ? 0 : last.seq()));
                    link = row.getLong(1);
                }
                last = checkChunk(run.id(), last, entries);
            }
        }
        expect(
                run.id(),
                "the last entry of its history",
                run.version(),
                last == null ? 0 : last.seq());
        expect(run.id(), "the hash of its history", chain, link);
        if (last != null) expect(run.id(), "the last entry's status", run.status(), last.status());
    }

    private @Nullable HistoryEntry checkChunk(
            RunId id, @Nullable HistoryEntry before, byte[] chunk) {
        HistoryEntry last = before;
        try {
            for (HistoryEntry entry : EntryFormat.read(chunk)) {
                expect(
                        id,
                        "the next history entry",
                        last == null ? 1 : last.seq() + 1,
                        entry.seq());
                if (last != null && !isLegal(last.status(), entry.status())) {
                    problems.add(
                            "run %s: entry %d went from %s to %s, which is forbidden"
                                    .formatted(id, entry.seq(), last.status(), entry.status()));
                }
                last = entry;
            }
        } catch (IllegalArgumentException e) {
            problems.add("run %s: %s".formatted(id, e.getMessage()));
        }
        return last;
    }

    /// An entry need not change the status, and then says where the run stayed.
    private static boolean isLegal(RunStatus from, RunStatus to) {
        return from == to
                || RunStatus.TABLE.moves().stream().anyMatch(m -> m.from() == from && m.to() == to);
    }

    private void checkOrphans() throws SQLException {
        orphans(
                "history without a run",
                "run",
                "@history_chunk where run not in (select id from @run)");
        orphans(
                "a run without a machine",
                "id",
                "@run where machine not in (select id from @machine)");
        orphans(
                "a run without a definition",
                "id",
                "@run where definition not in (select id from @definition)");
        if (session.dialect() instanceof Dialect.Postgres) {
            orphans(
                    "a body in flight or none against its status",
                    "id",
                    "@run where flying <> (status = 4) and status <> 9");
        }
    }

    private void orphans(String what, String column, String from) throws SQLException {
        PreparedStatement query = session.prepare("select distinct " + column + " from " + from);
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) {
                problems.add("run %s: there is %s".formatted(new RunId(row.getLong(1)), what));
            }
        }
    }

    private void expect(RunId id, String what, Object expected, @Nullable Object found) {
        if (!expected.equals(found)) {
            problems.add("run %s: %s is %s instead of %s".formatted(id, what, found, expected));
        }
    }
}
