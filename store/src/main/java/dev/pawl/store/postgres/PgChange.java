package dev.pawl.store.postgres;

import dev.pawl.engine.store.Commit;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Run;
import dev.pawl.store.format.ByteSink;
import dev.pawl.store.format.ByteSpan;
import dev.pawl.store.format.EntryFormat;
import dev.pawl.store.format.HistoryHash;
import dev.pawl.store.format.RunFormat;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/// A run's new value as its row stores it, and the chunk of history that led to it.
///
/// `before` is the version that the run must have in the table, or 0 if it must not exist.
public record PgChange(
        Run run, long before, ByteSpan body, long first, long last, String entries, long chain) {
    private static final int CAPACITY = 512;

    static PgChange of(Commit.Change change, PgChains chains) {
        Run run = change.run();
        List<HistoryEntry> entries = change.entries();
        if (entries.isEmpty()) {
            throw new IllegalArgumentException(
                    "a change must have history entries, and that of run %s has none"
                            .formatted(run.id()));
        }
        ByteSink to = new ByteSink(CAPACITY);
        RunFormat.write(to, run);
        int length = to.size();
        to.putByte('[');
        EntryFormat.write(to, entries);
        to.putByte(']');
        byte[] history = Arrays.copyOfRange(to.array(), length, to.size());
        HistoryEntry first = entries.getFirst();
        long before = first.kind() == HistoryEntry.Kind.TRIMMED ? 0 : first.seq() - 1;
        return new PgChange(
                run,
                before,
                new ByteSpan(to.array(), 0, length),
                first.seq(),
                entries.getLast().seq(),
                new String(history, StandardCharsets.ISO_8859_1),
                HistoryHash.link(HistoryHash.sha256(), chains.at(run.id(), before), history));
    }

    boolean isNew() {
        return before == 0;
    }

    int entryCount() {
        return Math.toIntExact(last - first + 1);
    }
}
