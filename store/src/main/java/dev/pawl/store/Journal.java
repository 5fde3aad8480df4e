package dev.pawl.store;

import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.store.FaultPoint.Place;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes groups of commits durable: one write to the journal's files, and they are.
///
/// Used by the owner of the [Writer] alone.
final class Journal {
    private static final int LENGTH_BYTES = Integer.BYTES;

    private final Path file;
    private final Tables tables;
    private final Backlog backlog;
    private final Segments segments;
    private final long store;
    private volatile long lastId;
    private volatile long shouldBeDurable;
    private long last;
    private boolean marked;
    private volatile @Nullable StoreException broken;
    private final FaultPoint faults;

    /// Made beforehand: when it is needed there may be no memory for it.
    private final StoreException outOfMemory;

    private Journal(
            Path file, Tables tables, Backlog backlog, Segments segments, FaultPoint faults) {
        this.file = file;
        this.faults = faults;
        this.outOfMemory = failure("it ran out of memory", null);
        this.tables = tables;
        this.backlog = backlog;
        this.segments = segments;
        Tables.Progress progress = tables.progress();
        this.store = progress.store();
        this.lastId = progress.lastId();
        this.last = progress.journal();
    }

    /// Opens the journal, and brings the tables up to date with what an earlier process left in it.
    static Journal open(Path file, Tables tables, Backlog backlog, FaultPoint faults)
            throws IOException, SQLException {
        Tables.Progress progress = tables.progress();
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

    /// Returns the exception for a journal that is not where it was.
    static IllegalArgumentException missing(Path file) {
        return new IllegalArgumentException(
                ("its newest commits are in its journal, and %s are not there: put them back,"
                                + " or if this is a copy made while an engine ran take it as it is"
                                + " with `update progress set journaled = 0`")
                        .formatted(Segments.paths(file)));
    }

    /// Returns the greatest id that was ever committed.
    long lastId() {
        return lastId;
    }

    /// Returns a group that the tables should soon have on the disk, so that a file of the journal
    /// can be used again.
    long shouldBeDurable() {
        return shouldBeDurable;
    }

    /// Makes a group durable and gives every job its answer.
    void commit(List<Job> group) {
        try {
            StoreException refused = broken;
            if (refused != null) throw refused;
            tables.requireSound();
            boolean sql = group.stream().anyMatch(job -> !job.writings.isEmpty());
            if (sql) {
                noteIds(tables.commit(group));
            } else {
                append(group);
                for (Job job : group) job.finish(null);
            }
        } catch (IOException e) {
            StoreException failure = DiskErrors.of(e, "writing to the journal of", file);
            if (failure.kind() == Kind.IO) broken = failure;
            for (Job job : group) job.finish(failure);
        }
    }

    /// Ends all writing after an unexpected error, and returns what every further commit is refused
    /// with. The group at hand may be in the journal or not, and may be in the backlog in part, so
    /// the tables must not be written any more either: only a new process reads what is really
    /// there.
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
                "the writer of %s failed, and the store with it: %s; open it again"
                        .formatted(file, why),
                cause);
    }

    private void append(List<Job> group) throws IOException {
        if (!segments.isOpen()) segments.open(store);
        if (!marked) {
            // From now on a store without its journal is not whole.
            tables.setJournaled(true);
            marked = true;
        }
        byte[] frame = frame(group);
        if (segments.mustBeDurable(frame.length) > tables.durable()) tables.projectDurably();
        faults.reached(Place.BEFORE_APPEND);
        segments.append(last + 1, frame);
        faults.reached(Place.AFTER_APPEND);
        shouldBeDurable = segments.shouldBeDurable();
        List<EncodedCommit> commits = new ArrayList<>(group.size());
        for (Job job : group) commits.add(job.commit);
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

    private static byte[] frame(List<Job> group) {
        int size = Segment.FRAME_HEAD_BYTES;
        for (Job job : group) size += LENGTH_BYTES + job.commit.bytes().length();
        byte[] frame = new byte[size];
        int at = Segment.FRAME_HEAD_BYTES;
        for (Job job : group) {
            ByteSpan bytes = job.commit.bytes();
            at = ByteSink.putInt(frame, at, bytes.length());
            bytes.copyTo(frame, at);
            at += bytes.length();
        }
        return frame;
    }

    /// Returns the commits of a group; those of the groups before it are known.
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

    /// Leaves the store whole without its journal, which is removed.
    void close() {
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
            // Nothing is written through it any more.
        }
    }
}
