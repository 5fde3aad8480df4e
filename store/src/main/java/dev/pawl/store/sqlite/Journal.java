package dev.pawl.store.sqlite;

import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.store.format.ByteSource;
import dev.pawl.store.threads.FaultPoint;
import dev.pawl.store.threads.FaultPoint.Place;
import dev.pawl.store.threads.UnwrittenCommit;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes groups of commits durable, each with one write to the journal's files.
///
/// Used only by the owner of the [Writer].
public final class Journal {
    private final Path file;
    private final Tables tables;
    private final Backlog backlog;
    private final Segments segments;
    private final Frame frame = new Frame();
    private final long store;
    private volatile long lastId;
    private volatile long shouldBeDurable;
    private long last;
    private boolean marked;
    private volatile @Nullable StoreException broken;
    private final FaultPoint faults;
    private final UnwrittenCommit unwritten;

    /// Whether the current group may be in the journal or in the tables without its callers
    /// knowing.
    private boolean inDoubt;

    /// Created in advance: when it is needed there may be no memory for it.
    private final StoreException outOfMemory;

    private Journal(
            Path file, Tables tables, Backlog backlog, Segments segments, FaultPoint faults) {
        this.file = file;
        this.faults = faults;
        this.unwritten = new UnwrittenCommit(file.toString());
        this.outOfMemory = failure("it ran out of memory", null);
        this.tables = tables;
        this.backlog = backlog;
        this.segments = segments;
        TableProgress progress = tables.progress();
        this.store = progress.store();
        this.lastId = progress.lastId();
        this.last = progress.journal();
    }

    /// Opens the journal, and brings the tables up to date with what the previous process left in
    /// it.
    public static Journal open(Path file, Tables tables, Backlog backlog, FaultPoint faults)
            throws IOException, SQLException {
        TableProgress progress = tables.progress();
        Segments.Found found = Segments.find(file, progress.store(), progress.journal());
        if (progress.isJournaled() && !found.isWhole()) throw missing(file);
        Segments segments = Segments.of(file, found.generation());
        Journal journal = new Journal(file, tables, backlog, segments, faults);
        for (Segment.Group group : found.groups()) {
            journal.add(commits(group, id -> earlier(id, tables, backlog)), group.n());
        }
        tables.projectDurably();
        return journal;
    }

    private static @Nullable Run earlier(RunId id, Tables tables, Backlog backlog) {
        Run pending = backlog.run(id);
        return pending == null ? tables.run(id) : pending;
    }

    /// Returns the exception for a journal whose files are missing.
    static IllegalArgumentException missing(Path file) {
        return new IllegalArgumentException(
                ("its newest commits are in its journal, and %s are missing: restore them,"
                                + " or, if this is a copy made while an engine ran, accept the loss"
                                + " with `update progress set journaled = 0`")
                        .formatted(Segments.paths(file)));
    }

    /// Returns the greatest id ever committed.
    public long lastId() {
        return lastId;
    }

    /// Returns the group up to which the tables should soon be on the disk, so that a file of the
    /// journal can be reused.
    long shouldBeDurable() {
        return shouldBeDurable;
    }

    /// Makes a group durable and records the outcome of every job.
    void commit(List<JournalJob> group) {
        try {
            StoreException refused = broken;
            if (refused != null) throw refused;
            tables.requireSound();
            if (hasSql(group)) {
                List<EncodedCommit> written = tables.commit(group);
                inDoubt = true;
                noteIds(written);
            } else {
                append(group);
            }
            for (JournalJob job : group) if (!job.isAnswered()) job.finish(null);
            inDoubt = false;
        } catch (IOException e) {
            StoreException failure = DiskErrors.of(e, "writing to the journal of", file);
            if (failure.kind() == Kind.IO) broken = failure;
            for (JournalJob job : group) job.finish(failure);
            inDoubt = false;
        }
    }

    private static boolean hasSql(List<JournalJob> group) {
        for (int i = 0; i < group.size(); i++) {
            if (!group.get(i).writings.isEmpty()) return true;
        }
        return false;
    }

    /// Returns the exception for the callers of a group after an unexpected error: if nothing of
    /// the group can have been written, they may try again; otherwise the store stops.
    StoreException failed(Throwable error) {
        return inDoubt || tables.isBroken() ? fail(error) : unwritten.by(error);
    }

    /// Ends all writing after an unexpected error, and returns the exception for every further
    /// commit. The group may or may not be in the journal, and may be in the backlog only in part,
    /// so the tables must not be written either: only a new process can read what the disk holds.
    StoreException fail(Throwable error) {
        StoreException before = broken;
        if (before != null) return before;
        broken = outOfMemory;
        tables.fail(outOfMemory);
        try {
            StoreException failure = failure(String.valueOf(error), error);
            broken = failure;
            tables.fail(failure);
            return failure;
        } catch (Throwable _) {
            return outOfMemory;
        }
    }

    private StoreException failure(String why, @Nullable Throwable cause) {
        return new StoreException(
                Kind.IO,
                "the writer of %s failed and stopped the store: %s; open it again"
                        .formatted(file, why),
                cause);
    }

    private void append(List<JournalJob> group) throws IOException {
        if (!segments.isOpen()) segments.open(store);
        if (!marked) {
            // From now on the store is incomplete without its journal.
            tables.setJournaled(true);
            marked = true;
        }
        frame.fill(group);
        if (segments.mustBeDurable(frame.length()) > tables.durable()) tables.projectDurably();
        faults.reached(Place.BEFORE_APPEND);
        inDoubt = true;
        segments.append(last + 1, frame);
        faults.reached(Place.AFTER_APPEND);
        shouldBeDurable = segments.shouldBeDurable();
        List<EncodedCommit> commits = new ArrayList<>(group.size());
        for (JournalJob job : group) commits.add(job.commit);
        add(commits, last + 1);
    }

    private void add(List<EncodedCommit> commits, long n) {
        backlog.add(commits, n);
        last = n;
        noteIds(commits);
    }

    private void noteIds(List<EncodedCommit> commits) {
        long greatest = lastId;
        for (EncodedCommit commit : commits) greatest = Math.max(greatest, commit.greatestId());
        lastId = greatest;
    }

    /// Returns the commits of a group; `earlier` knows those of the groups before it.
    static List<EncodedCommit> commits(Segment.Group group, EncodedCommit.Earlier earlier)
            throws SQLException {
        List<EncodedCommit> commits = new ArrayList<>();
        ByteSource source = new ByteSource(group.bytes(), group.from(), group.length());
        while (!source.isAtEnd()) {
            int length = source.takeLength();
            commits.add(EncodedCommit.read(group.bytes(), source.position(), length, earlier));
            source.skip(length);
        }
        return commits;
    }

    /// Completes the tables and removes the journal.
    public void close() {
        try {
            tables.setJournaled(false);
            segments.delete();
        } catch (IOException e) {
            throw DiskErrors.of(e, "removing the journal of", file);
        } finally {
            abandon();
        }
    }

    private void abandon() {
        try {
            segments.close();
        } catch (IOException _) {
            // Nothing more is written through it.
        }
    }
}
