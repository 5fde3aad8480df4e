package dev.pawl.store.sqlite;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.run.Message;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.store.format.ByteSink;
import dev.pawl.store.format.ByteSource;
import dev.pawl.store.format.ByteSpan;
import dev.pawl.store.format.EntryFormat;
import dev.pawl.store.format.RunFormat;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A commit together with its bytes in the journal.
///
/// The bytes are created once, on the caller's thread, and used three times: in the frame of the
/// journal, as the body of the run's row, and as its history. If the journal or the tables have the
/// previous value of a run, only what changes from one commit to the next is written; the body is
/// then not whole. Enums are written by their ordinals.
@SuppressWarnings("EnumOrdinal")
public record EncodedCommit(
        List<Change> changes,
        List<Message> sent,
        List<Long> taken,
        List<NamedDocument> documents,
        ByteSpan bytes) {
    static final int VERSION = 3;

    private static final int CAPACITY = 512;
    private static final int CONTINUED_CAPACITY = 256;
    private static final NamedDocument.Kind[] DOCUMENT_KINDS = NamedDocument.Kind.values();

    /// A run's new value, and where its body and its history are in the bytes of the commit. A body
    /// that is not whole holds the changes to the previous value.
    record Change(
            Run run, boolean isWhole, ByteSpan body, ByteSpan entries, long first, int count) {}

    /// Encodes a commit; `known` returns previous values of runs that need not be written again.
    public static EncodedCommit of(Commit commit, Function<RunId, @Nullable Run> known) {
        int count = commit.changes().size();
        return count == 1 ? ofOne(commit, known) : ofMany(commit, known);
    }

    /// Most commits change one run, and for them nothing is allocated that is not kept.
    private static EncodedCommit ofOne(Commit commit, Function<RunId, @Nullable Run> known) {
        Commit.Change change = commit.changes().getFirst();
        Run before = before(change, known);
        ByteSink to = new ByteSink(before == null ? CAPACITY : CONTINUED_CAPACITY);
        to.putByte(VERSION);
        to.putNumber(1);
        Place place = write(to, change, before);
        List<Long> taken = writeRest(to, commit);
        return of(commit, List.of(place.change(change, to.array())), taken, to);
    }

    private static EncodedCommit ofMany(Commit commit, Function<RunId, @Nullable Run> known) {
        int count = commit.changes().size();
        ByteSink to = new ByteSink(CAPACITY);
        to.putByte(VERSION);
        to.putNumber(count);
        Place[] places = new Place[count];
        for (int i = 0; i < count; i++) {
            Commit.Change change = commit.changes().get(i);
            places[i] = write(to, change, before(change, known));
        }
        List<Long> taken = writeRest(to, commit);
        List<Change> changes = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            changes.add(places[i].change(commit.changes().get(i), to.array()));
        }
        return of(commit, changes, taken, to);
    }

    private static EncodedCommit of(
            Commit commit, List<Change> changes, List<Long> taken, ByteSink to) {
        ByteSpan bytes = new ByteSpan(to.array(), 0, to.size());
        return new EncodedCommit(changes, commit.sent(), taken, commit.documents(), bytes);
    }

    /// Writes what follows the changes, and returns the ids of the messages that were taken.
    private static List<Long> writeRest(ByteSink to, Commit commit) {
        to.putNumber(commit.sent().size());
        if (!commit.sent().isEmpty()) {
            for (Message message : commit.sent()) RunFormat.writeMessage(to, message);
        }
        to.putNumber(commit.taken().size());
        List<Long> taken = commit.taken().isEmpty() ? List.of() : writeTaken(to, commit.taken());
        to.putNumber(commit.documents().size());
        if (!commit.documents().isEmpty()) {
            for (NamedDocument document : commit.documents()) write(to, document);
        }
        return taken;
    }

    private static List<Long> writeTaken(ByteSink to, List<Message> messages) {
        List<Long> taken = new ArrayList<>(messages.size());
        for (Message message : messages) {
            taken.add(message.id());
            to.putLong(message.id());
        }
        return taken;
    }

    /// Reads a commit from the journal.
    static EncodedCommit read(byte[] row, int from, int length, Earlier earlier)
            throws SQLException {
        ByteSource source = new ByteSource(row, from, length);
        int version = source.takeByte();
        if (version != VERSION) {
            throw new IllegalArgumentException(
                    "expected a commit of format %d, found %d".formatted(VERSION, version));
        }
        List<Change> changes = new ArrayList<>();
        for (int left = source.takeInt(); left > 0; left--) {
            changes.add(readChange(source, earlier));
        }
        List<Message> sent = new ArrayList<>();
        for (int left = source.takeInt(); left > 0; left--) sent.add(RunFormat.readMessage(source));
        List<Long> taken = new ArrayList<>();
        for (int left = source.takeInt(); left > 0; left--) taken.add(source.takeLong());
        List<NamedDocument> documents = new ArrayList<>();
        for (int left = source.takeInt(); left > 0; left--) documents.add(readDocument(source));
        return new EncodedCommit(changes, sent, taken, documents, new ByteSpan(row, from, length));
    }

    /// Returns the greatest id of a run or message in this commit, or 0.
    long greatestId() {
        long greatest = 0;
        for (int i = 0; i < changes.size(); i++) {
            greatest = Math.max(greatest, changes.get(i).run().id().value());
        }
        if (sent.isEmpty()) return greatest;
        for (Message message : sent) greatest = Math.max(greatest, message.id());
        return greatest;
    }

    /// Returns the previous value of a run if it is known and the change can be written relative to
    /// it.
    private static @Nullable Run before(
            Commit.Change change, Function<RunId, @Nullable Run> known) {
        if (change.entries().isEmpty() || change.entries().getFirst().seq() == 1) return null;
        Run run = change.run();
        Run before = known.apply(run.id());
        if (before == null || before.version() + 1 != change.entries().getFirst().seq())
            return null;
        return before.origin().equals(run.origin()) ? before : null;
    }

    private static Place write(ByteSink to, Commit.Change change, @Nullable Run before) {
        Run run = change.run();
        to.putNumber(change.entries().size());
        if (!change.entries().isEmpty()) to.putNumber(change.entries().getFirst().seq());
        to.putBoolean(before == null);
        int body = to.reserveLength();
        if (before == null) RunFormat.write(to, run);
        else RunFormat.writeFollowing(to, run, before);
        to.fillLength(body);
        int bodyEnd = to.size();
        if (before == null) to.putBytes(run.origin().request().bytes());
        Payload response = run.data().response();
        to.putBytes(response == null ? null : response.bytes());
        int entries = to.reserveLength();
        EntryFormat.write(to, change.entries());
        to.fillLength(entries);
        return new Place(before == null, body, bodyEnd, entries, to.size());
    }

    /// Returns the bytes between the place of a length and an end.
    private static ByteSpan span(byte[] array, int length, int end) {
        int from = length + Integer.BYTES;
        return new ByteSpan(array, from, end - from);
    }

    private static Change readChange(ByteSource source, Earlier earlier) throws SQLException {
        int count = source.takeInt();
        long first = count == 0 ? 0 : source.takeNumber();
        boolean whole = source.takeBoolean();
        int length = source.takeLength();
        ByteSpan body = new ByteSpan(source.array(), source.position(), length);
        source.skip(length);
        Payload request = whole ? RunFormat.readPayload(source) : Payload.empty();
        Payload response = RunFormat.readNullablePayload(source);
        Run run;
        if (whole) {
            run = RunFormat.read(body.source(), request, response);
        } else {
            ByteSource following = body.source();
            RunId id = new RunId(following.takeLong());
            run = RunFormat.readFollowing(following, before(id, first, earlier), response);
        }
        int size = source.takeLength();
        ByteSpan entries = new ByteSpan(source.array(), source.position(), size);
        source.skip(size);
        return new Change(run, whole, body, entries, first, count);
    }

    /// Returns the previous value of the run whose change starts with this history entry.
    private static Run before(RunId id, long first, Earlier earlier) throws SQLException {
        Run before = earlier.run(id);
        if (before == null || before.version() + 1 != first) {
            throw new IllegalArgumentException(
                    "the journal has history entry %d of run %s, and its previous version is %s"
                            .formatted(first, id, before == null ? "missing" : before.version()));
        }
        return before;
    }

    private static void write(ByteSink to, NamedDocument document) {
        Payload body = document.body();
        to.putByte(document.kind().ordinal());
        to.putText(document.name());
        to.putBytes(body == null ? null : body.bytes());
    }

    private static NamedDocument readDocument(ByteSource source) {
        NamedDocument.Kind kind = DOCUMENT_KINDS[source.takeByte()];
        return new NamedDocument(kind, source.takeText(), RunFormat.readNullablePayload(source));
    }

    /// Where the body and the history of a change are, from their lengths to their ends.
    private record Place(boolean isWhole, int body, int bodyEnd, int entries, int entriesEnd) {

        Change change(Commit.Change from, byte[] array) {
            boolean none = from.entries().isEmpty();
            return new Change(
                    from.run(),
                    isWhole,
                    span(array, body, bodyEnd),
                    span(array, entries, entriesEnd),
                    none ? 0 : from.entries().getFirst().seq(),
                    from.entries().size());
        }
    }

    /// Returns the value of a run before a commit; null if it did not exist.
    @FunctionalInterface
    interface Earlier {
        @Nullable Run run(RunId id) throws SQLException;
    }
}
