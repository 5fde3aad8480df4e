package dev.pawl.store.sql;

import dev.pawl.engine.store.NamedDocument;
import dev.pawl.engine.store.StoreRules;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.store.format.ByteSource;
import dev.pawl.store.format.EntryFormat;
import dev.pawl.store.format.HistoryHash;
import dev.pawl.store.format.RunFormat;
import dev.pawl.store.format.StatusCodes;
import java.security.MessageDigest;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads all runs and their histories once, side by side in the order of runs, and reports what is
/// inconsistent.
public final class Verification {
    /// How many rows a driver may read ahead.
    private static final int FETCHED = 500;

    private final SqlSession session;
    private final MessageDigest sha256 = HistoryHash.sha256();
    private final StoreRules rules = new StoreRules();
    private final List<String> problems = new ArrayList<>();

    private Verification(SqlSession session) {
        this.session = session;
    }

    /// Returns one line for each problem; the caller has started a transaction.
    public static List<String> of(SqlSession session) throws SQLException {
        Verification verification = new Verification(session);
        if (session.dialect() instanceof Dialect.Sqlite) verification.checkFile();
        verification.checkRuns();
        verification.checkOrphans();
        verification.checkRules();
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
        PreparedStatement chunks =
                session.prepare(
                        "select run, chain, entries from @history_chunk order by run, last");
        runs.setFetchSize(FETCHED);
        chunks.setFetchSize(FETCHED);
        try (ResultSet row = runs.executeQuery();
                ResultSet chunk = chunks.executeQuery()) {
            Histories histories = new Histories(chunk);
            while (row.next()) checkRun(row, histories);
            histories.passUntil(Long.MAX_VALUE);
        }
    }

    private void checkRun(ResultSet row, Histories histories) throws SQLException {
        RunId id = new RunId(row.getLong(1));
        histories.passUntil(id.value());
        Run run = decode(id, row.getBytes(5));
        if (run == null) {
            histories.skip(id.value());
            return;
        }
        rules.add(run);
        expect(id, "the id in the row's body", id, run.id());
        expect(id, "the row's status", StatusCodes.code(run.status()), row.getInt(2));
        expect(id, "the row's version", run.version(), row.getLong(3));
        expect(id, "the row's state", run.state(), row.getString(6));
        checkHistory(run, row.getLong(4), histories);
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

    private void checkHistory(Run run, long chain, Histories histories) throws SQLException {
        long link = 0;
        HistoryEntry last = null;
        while (histories.isAt(run.id().value())) {
            byte[] entries = histories.chunk.getBytes(3);
            long stored = histories.chunk.getLong(2);
            link = isTrimmed(last, entries) ? stored : HistoryHash.link(sha256, link, entries);
            if (link != stored) {
                problems.add(
                        "run %s: its history was changed after entry %d: the hash differs"
                                .formatted(run.id(), last == null ? 0 : last.seq()));
                link = stored;
            }
            last = checkChunk(run.id(), last, entries);
            histories.next();
        }
        expect(
                run.id(),
                "the last entry of its history",
                run.version(),
                last == null ? 0 : last.seq());
        expect(run.id(), "the hash of its history", chain, link);
        if (last != null) expect(run.id(), "the last entry's status", run.status(), last.status());
    }

    /// The hash of a chunk that records a trimming was computed from the entries that were removed.
    private static boolean isTrimmed(@Nullable HistoryEntry before, byte[] chunk) {
        return before == null && isTrimmed(EntryFormat.read(chunk).getFirst());
    }

    private static boolean isTrimmed(HistoryEntry entry) {
        return entry.kind() == HistoryEntry.Kind.TRIMMED;
    }

    private @Nullable HistoryEntry checkChunk(
            RunId id, @Nullable HistoryEntry before, byte[] chunk) {
        HistoryEntry last = before;
        try {
            for (HistoryEntry entry : EntryFormat.read(chunk)) {
                long first = isTrimmed(entry) ? entry.seq() : 1;
                expect(
                        id,
                        "the next history entry",
                        last == null ? first : last.seq() + 1,
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

    /// An entry need not change the status; it then repeats the status of the run.
    private static boolean isLegal(RunStatus from, RunStatus to) {
        return from == to
                || RunStatus.TABLE.moves().stream().anyMatch(m -> m.from() == from && m.to() == to);
    }

    private void checkOrphans() throws SQLException {
        orphans("a run without a machine", "@run where machine not in (select id from @machine)");
        orphans(
                "a run without a definition",
                "@run where definition not in (select id from @definition)");
        if (session.dialect() instanceof Dialect.Postgres) {
            orphans(
                    "a body in flight or none against its status",
                    "@run where executing <> (status = 4) and status <> 9");
        }
    }

    /// Rules that hold across runs; the database finds equal idempotency keys without reading every
    /// run.
    private void checkRules() throws SQLException {
        for (NamedDocument lease : Queries.documents(session, NamedDocument.Kind.PERMIT))
            rules.add(lease);
        problems.addAll(rules.faults());
        PreparedStatement query =
                session.prepare(
                        "select machine.name, run.idempotency, min(run.id), max(run.id)"
                                + " from @run as run join @machine as machine"
                                + " on machine.id = run.machine where run.idempotency is not null"
                                + " group by machine.name, run.idempotency having count(*) > 1");
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) {
                problems.add(
                        StoreRules.duplicate(
                                session.dialect().read(row.getString(1)),
                                session.dialect().read(row.getString(2)),
                                new RunId(row.getLong(3)),
                                new RunId(row.getLong(4))));
            }
        }
    }

    private void orphans(String what, String from) throws SQLException {
        PreparedStatement query = session.prepare("select id from " + from);
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) addOrphan(row.getLong(1), what);
        }
    }

    private void addOrphan(long id, String what) {
        problems.add("run %s: there is %s".formatted(new RunId(id), what));
    }

    private void expect(RunId id, String what, Object expected, @Nullable Object found) {
        if (!expected.equals(found)) {
            problems.add("run %s: %s is %s instead of %s".formatted(id, what, found, expected));
        }
    }

    /// All chunks of history, in the order of runs.
    private final class Histories {
        private final ResultSet chunk;
        private boolean ended;

        Histories(ResultSet chunk) throws SQLException {
            this.chunk = chunk;
            next();
        }

        void next() throws SQLException {
            ended = !chunk.next();
        }

        boolean isAt(long run) throws SQLException {
            return !ended && chunk.getLong(1) == run;
        }

        void skip(long run) throws SQLException {
            while (isAt(run)) next();
        }

        /// Skips, and reports, the chunks before this run, which belong to no run.
        void passUntil(long run) throws SQLException {
            while (!ended && chunk.getLong(1) < run) {
                long orphan = chunk.getLong(1);
                addOrphan(orphan, "history without a run");
                skip(orphan);
            }
        }
    }
}
