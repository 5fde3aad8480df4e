package dev.pawl.store.format;

import dev.pawl.run.Message;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How an inbox differs from its previous version: the places of the removed messages, and the
/// messages added at the end.
///
/// The journal stores this instead of a large inbox, so that an event costs the same however many
/// others wait.
record InboxDelta(BitSet removed, List<Message> added) {
    /// A smaller inbox is written in full.
    private static final int INBOX_MIN = 8;

    /// No inbox is as large as this; a damaged one must not exhaust the memory.
    private static final int PLACE_MAX = 1 << 20;

    /// Returns how `after` differs from `before`, or null if writing it in full is no longer.
    static @Nullable InboxDelta between(List<Message> before, List<Message> after) {
        if (after.size() < INBOX_MIN) return null;
        BitSet removed = new BitSet();
        int kept = 0;
        for (int place = 0; place < before.size(); place++) {
            if (kept < after.size() && before.get(place).equals(after.get(kept))) kept++;
            else removed.set(place);
        }
        if (kept < after.size() / 2) return null;
        return new InboxDelta(removed, List.copyOf(after.subList(kept, after.size())));
    }

    /// Returns the inbox that followed `before`.
    List<Message> after(List<Message> before) {
        if (removed.length() > before.size()) {
            throw new IllegalArgumentException(
                    "the previous inbox has %d messages, and number %d was removed"
                            .formatted(before.size(), removed.length()));
        }
        List<Message> after = new ArrayList<>(before.size() + added.size());
        for (int place = 0; place < before.size(); place++) {
            if (!removed.get(place)) after.add(before.get(place));
        }
        after.addAll(added);
        return after;
    }

    void write(ByteSink to) {
        to.putNumber(removed.cardinality());
        removed.stream().forEach(to::putNumber);
        to.putNumber(added.size());
        for (Message message : added) RunFormat.writeMessage(to, message);
    }

    static InboxDelta read(ByteSource from) {
        BitSet removed = new BitSet();
        for (int left = from.takeInt(); left > 0; left--) {
            int place = from.takeInt();
            if (place > PLACE_MAX) {
                throw new IllegalArgumentException(
                        "a place in an inbox is at most %d, not %d".formatted(PLACE_MAX, place));
            }
            removed.set(place);
        }
        List<Message> added = new ArrayList<>();
        for (int left = from.takeInt(); left > 0; left--) added.add(RunFormat.readMessage(from));
        return new InboxDelta(removed, added);
    }
}
