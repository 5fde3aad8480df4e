package dev.pawl.store;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Item;
import dev.pawl.run.Mail;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import java.util.ArrayList;
import java.util.List;

/// A commit together with the bytes that the journal keeps of it.
///
/// The bytes are made once, on the thread of the caller, and used three times: as a part of the
/// journal row, as the body of the run's row, and as its history. Enums are written by their place.
@SuppressWarnings("EnumOrdinal")
record EncodedCommit(
        List<Change> changes, List<Mail> sent, List<Long> taken, List<Item> items, ByteSpan bytes) {
    private static final int VERSION = 1;
    private static final int CAPACITY = 512;
    private static final int PLACES = 4;
    private static final Item.Kind[] ITEM_KINDS = Item.Kind.values();

    /// A run's new value, and where its body and its history lie in the bytes of the commit.
    record Change(Run run, ByteSpan body, ByteSpan entries, long first, int count) {}

    static EncodedCommit of(Commit commit) {
        ByteSink to = new ByteSink(CAPACITY);
        to.putByte(VERSION);
        int count = commit.changes().size();
        int[] places = new int[count * PLACES];
        to.putNumber(count);
        for (int i = 0; i < count; i++) write(to, commit.changes().get(i), places, i * PLACES);
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
        List<Change> changes = changes(commit.changes(), to.array(), places);
        ByteSpan bytes = new ByteSpan(to.array(), 0, to.size());
        return new EncodedCommit(changes, commit.sent(), taken, commit.items(), bytes);
    }

    /// Reads a commit as the journal has it.
    static EncodedCommit read(byte[] row, int from, int length) {
        ByteSource source = new ByteSource(row, from, length);
        int version = source.takeByte();
        if (version != VERSION) {
            throw new IllegalArgumentException(
                    "a commit of format %d is expected, not %d".formatted(VERSION, version));
        }
        List<Change> changes = new ArrayList<>();
        for (int left = source.takeInt(); left > 0; left--) changes.add(readChange(source));
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

    private static void write(ByteSink to, Commit.Change change, int[] places, int at) {
        Run run = change.run();
        int body = to.reserveLength();
        RunFormat.write(to, run);
        to.fillLength(body);
        places[at] = body + Integer.BYTES;
        places[at + 1] = to.size();
        to.putBytes(run.origin().request().bytes());
        Payload response = run.data().response();
        to.putBytes(response == null ? null : response.bytes());
        to.putNumber(change.entries().size());
        if (!change.entries().isEmpty()) to.putNumber(change.entries().getFirst().seq());
        int entries = to.reserveLength();
        EntryFormat.write(to, change.entries());
        to.fillLength(entries);
        places[at + 2] = entries + Integer.BYTES;
        places[at + 3] = to.size();
    }

    private static List<Change> changes(List<Commit.Change> from, byte[] array, int[] places) {
        if (from.isEmpty()) return List.of();
        List<Change> changes = new ArrayList<>(from.size());
        for (int i = 0; i < from.size(); i++) {
            Commit.Change change = from.get(i);
            int at = i * PLACES;
            boolean none = change.entries().isEmpty();
            changes.add(
                    new Change(
                            change.run(),
                            new ByteSpan(array, places[at], places[at + 1] - places[at]),
                            new ByteSpan(array, places[at + 2], places[at + 3] - places[at + 2]),
                            none ? 0 : change.entries().getFirst().seq(),
                            change.entries().size()));
        }
        return changes;
    }

    private static Change readChange(ByteSource source) {
        int length = source.takeLength();
        ByteSpan body = new ByteSpan(source.array(), source.position(), length);
        source.skip(length);
        Payload request = RunFormat.readPayload(source);
        Payload response = RunFormat.readNullablePayload(source);
        Run run = RunFormat.read(body.source(), request, response);
        int count = source.takeInt();
        long first = count == 0 ? 0 : source.takeNumber();
        int size = source.takeLength();
        ByteSpan entries = new ByteSpan(source.array(), source.position(), size);
        source.skip(size);
        return new Change(run, body, entries, first, count);
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
}
