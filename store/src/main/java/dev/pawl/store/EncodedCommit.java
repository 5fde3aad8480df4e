package dev.pawl.store;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Item;
import dev.pawl.run.Data;
import dev.pawl.run.Mail;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A commit together with the bytes that the journal keeps of it.
///
/// The bytes are made once, on the thread of the caller, and used three times: as a part of the
/// journal row, as the body of the run's row, and as its history. Only a large inbox is written as
/// what it differs by from the one before, and then the body is not whole. Enums are written by
/// their place.
@SuppressWarnings("EnumOrdinal")
record EncodedCommit(
        List<Change> changes, List<Mail> sent, List<Long> taken, List<Item> items, ByteSpan bytes) {
    private static final int VERSION = 2;

    /// Commits of this format have whole bodies, and do not say so.
    private static final int VERSION_WHOLE = 1;

    private static final int CAPACITY = 512;
    private static final int PLACES = 4;
    private static final Item.Kind[] ITEM_KINDS = Item.Kind.values();

    /// A run's new value, and where its body and its history lie in the bytes of the commit. A body
    /// that is not whole lacks the inbox.
    record Change(
            Run run, boolean isWhole, ByteSpan body, ByteSpan entries, long first, int count) {}

    /// Encodes a commit; what is known of the runs before it may be left out.
    static EncodedCommit of(Commit commit, Function<RunId, @Nullable Run> known) {
        int count = commit.changes().size();
        @Nullable InboxDelta[] deltas = new InboxDelta[count];
        boolean whole = true;
        for (int i = 0; i < count; i++) {
            deltas[i] = delta(commit.changes().get(i), known);
            whole &= deltas[i] == null;
        }
        ByteSink to = new ByteSink(CAPACITY);
        to.putByte(whole ? VERSION_WHOLE : VERSION);
        int[] places = new int[count * PLACES];
        to.putNumber(count);
        for (int i = 0; i < count; i++) {
            Commit.Change change = commit.changes().get(i);
            places[i * PLACES] = writeBody(to, change.run(), deltas[i]);
            places[i * PLACES + 1] = to.size();
            if (!whole) writeDelta(to, deltas[i]);
            write(to, change, places, i * PLACES + 2);
        }
        to.putNumber(commit.sent().size());
        for (Mail mail : commit.sent()) RunFormat.writeMail(to, mail);
        to.putNumber(commit.taken().size());
        List<Long> taken = new ArrayList<>(commit.taken().size());
        for (Mail mail : commit.taken()) {
            taken.add(mail.id());
            to.putLong(mail.id());
        }
        to.putNumber(commit.items().size());
        for (Item item : commit.items()) write(to, item);
        List<Change> changes = changes(commit.changes(), deltas, to.array(), places);
        ByteSpan bytes = new ByteSpan(to.array(), 0, to.size());
        return new EncodedCommit(changes, commit.sent(), taken, commit.items(), bytes);
    }

    /// Reads a commit as the journal has it.
    static EncodedCommit read(byte[] row, int from, int length, Earlier earlier)
            throws SQLException {
        ByteSource source = new ByteSource(row, from, length);
        int version = source.takeByte();
        if (version != VERSION && version != VERSION_WHOLE) {
            throw new IllegalArgumentException(
                    "a commit of format %d or %d is expected, not %d"
                            .formatted(VERSION_WHOLE, VERSION, version));
        }
        List<Change> changes = new ArrayList<>();
        for (int left = source.takeInt(); left > 0; left--) {
            changes.add(readChange(source, version != VERSION_WHOLE, earlier));
        }
        List<Mail> sent = new ArrayList<>();
        for (int left = source.takeInt(); left > 0; left--) sent.add(RunFormat.readMail(source));
        List<Long> taken = new ArrayList<>();
        for (int left = source.takeInt(); left > 0; left--) taken.add(source.takeLong());
        List<Item> items = new ArrayList<>();
        for (int left = source.takeInt(); left > 0; left--) items.add(readItem(source));
        return new EncodedCommit(changes, sent, taken, items, new ByteSpan(row, from, length));
    }

    /// Returns the greatest id of a run or of mail in this commit, or 0.
    long greatestId() {
        long greatest = 0;
        for (Change change : changes) greatest = Math.max(greatest, change.run().id().value());
        for (Mail mail : sent) greatest = Math.max(greatest, mail.id());
        return greatest;
    }

    private static @Nullable InboxDelta delta(
            Commit.Change change, Function<RunId, @Nullable Run> known) {
        List<Mail> inbox = change.run().data().inbox();
        if (inbox.isEmpty() || change.entries().isEmpty()) return null;
        Run before = known.apply(change.run().id());
        long first = change.entries().getFirst().seq();
        if (before == null || before.version() + 1 != first) return null;
        return InboxDelta.between(before.data().inbox(), inbox);
    }

    /// Returns where the body begins.
    private static int writeBody(ByteSink to, Run run, @Nullable InboxDelta delta) {
        int body = to.reserveLength();
        RunFormat.write(to, delta == null ? run : run.with(withInbox(run.data(), List.of())));
        to.fillLength(body);
        return body + Integer.BYTES;
    }

    private static void writeDelta(ByteSink to, @Nullable InboxDelta delta) {
        to.putBoolean(delta != null);
        if (delta != null) delta.write(to);
    }

    private static void write(ByteSink to, Commit.Change change, int[] places, int at) {
        Run run = change.run();
        to.putBytes(run.origin().request().bytes());
        Payload response = run.data().response();
        to.putBytes(response == null ? null : response.bytes());
        to.putNumber(change.entries().size());
        if (!change.entries().isEmpty()) to.putNumber(change.entries().getFirst().seq());
        int entries = to.reserveLength();
        EntryFormat.write(to, change.entries());
        to.fillLength(entries);
        places[at] = entries + Integer.BYTES;
        places[at + 1] = to.size();
    }

    private static List<Change> changes(
            List<Commit.Change> from, @Nullable InboxDelta[] deltas, byte[] array, int[] places) {
        if (from.isEmpty()) return List.of();
        List<Change> changes = new ArrayList<>(from.size());
        for (int i = 0; i < from.size(); i++) {
            Commit.Change change = from.get(i);
            int at = i * PLACES;
            boolean none = change.entries().isEmpty();
            changes.add(
                    new Change(
                            change.run(),
                            deltas[i] == null,
                            new ByteSpan(array, places[at], places[at + 1] - places[at]),
                            new ByteSpan(array, places[at + 2], places[at + 3] - places[at + 2]),
                            none ? 0 : change.entries().getFirst().seq(),
                            change.entries().size()));
        }
        return changes;
    }

    private static Change readChange(ByteSource source, boolean marked, Earlier earlier)
            throws SQLException {
        int length = source.takeLength();
        ByteSpan body = new ByteSpan(source.array(), source.position(), length);
        source.skip(length);
        boolean whole = !marked || !source.takeBoolean();
        InboxDelta delta = whole ? null : InboxDelta.read(source);
        Payload request = RunFormat.readPayload(source);
        Payload response = RunFormat.readNullablePayload(source);
        Run run = RunFormat.read(body.source(), request, response);
        int count = source.takeInt();
        long first = count == 0 ? 0 : source.takeNumber();
        if (delta != null) run = followed(run, first, delta, earlier);
        int size = source.takeLength();
        ByteSpan entries = new ByteSpan(source.array(), source.position(), size);
        source.skip(size);
        return new Change(run, whole, body, entries, first, count);
    }

    /// Returns the run with the inbox that followed on the one before.
    private static Run followed(Run run, long first, InboxDelta delta, Earlier earlier)
            throws SQLException {
        Run before = earlier.run(run.id());
        if (before == null || before.version() + 1 != first) {
            throw new IllegalArgumentException(
                    "the journal has history entry %d of run %s, and what is before it has %s"
                            .formatted(
                                    first,
                                    run.id(),
                                    before == null ? "no such run" : before.version()));
        }
        return run.with(withInbox(run.data(), delta.after(before.data().inbox())));
    }

    private static Data withInbox(Data data, List<Mail> inbox) {
        return new Data(
                data.response(), data.context(), data.memos(), inbox, data.event(), data.family());
    }

    private static void write(ByteSink to, Item item) {
        Payload body = item.body();
        to.putByte(item.kind().ordinal());
        to.putText(item.name());
        to.putBytes(body == null ? null : body.bytes());
    }

    private static Item readItem(ByteSource source) {
        Item.Kind kind = ITEM_KINDS[source.takeByte()];
        return new Item(kind, source.takeText(), RunFormat.readNullablePayload(source));
    }

    /// Says what a run was before a commit; null if there was none.
    @FunctionalInterface
    interface Earlier {
        @Nullable Run run(RunId id) throws SQLException;
    }
}
