package dev.pawl.store;

import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Store;
import dev.pawl.run.Data;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Message;
import dev.pawl.run.Origin;
import dev.pawl.run.Payload;
import dev.pawl.run.Progress;
import dev.pawl.run.Run;
import dev.pawl.store.format.ByteSink;
import dev.pawl.store.format.EntryFormat;
import dev.pawl.store.format.HistoryHash;
import dev.pawl.store.format.RunFormat;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// The contents of a store: how many runs, history entries, messages and documents it holds, and a
/// checksum of all of them.
///
/// Stores with equal contents hold the same data, except for the owners of runs, positions in the
/// log, and the mark of an unfinished move.
public record StoreContents(
        long runs, long entries, long messages, long documents, String checksum) {
    private static final int RUNS_AT_ONCE = 500;
    private static final int ENTRIES_AT_ONCE = 2_000;

    /// Reads a whole store, which must not change meanwhile; `read` receives the number of runs
    /// read so far.
    static StoreContents of(Store store, LongConsumer read) {
        Reader reader = new Reader(store);
        Page page = Page.oldest(RUNS_AT_ONCE);
        while (true) {
            List<Run> runs = store.runs(Filter.ALL, page);
            for (Run run : runs) reader.add(run);
            read.accept(reader.runs);
            if (runs.size() < page.limit()) break;
            page = page.after(runs.getLast().id());
        }
        for (Message message : store.messages(Integer.MAX_VALUE)) reader.add(message);
        for (NamedDocument.Kind kind : NamedDocument.Kind.values()) {
            if (kind == NamedDocument.Kind.MOVE) continue;
            for (NamedDocument document : store.documents(kind)) reader.add(document);
        }
        return reader.contents();
    }

    /// Returns the checksum of one run with its history.
    static String of(Store store, Run run) {
        Reader reader = new Reader(store);
        reader.add(run);
        return reader.contents().checksum();
    }

    private static final class Reader {
        private final Store store;
        private final MessageDigest sha256 = HistoryHash.sha256();
        private long runs;
        private long entries;
        private long messages;
        private long documents;

        Reader(Store store) {
            this.store = store;
        }

        void add(Run run) {
            runs++;
            ByteSink sink = new ByteSink(1_024);
            RunFormat.write(sink, withoutMaps(run));
            put(sink, run.origin().labels());
            put(sink, run.progress().visits());
            run.data().memos().entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .forEach(memo -> {
                        sink.putText(memo.getKey());
                        put(sink, memo.getValue());
                    });
            put(sink, run.origin().request());
            put(sink, run.data().response());
            update(sink);
            long last = 0;
            while (true) {
                List<HistoryEntry> some = store.history(run.id(), last, ENTRIES_AT_ONCE);
                ByteSink text = new ByteSink(1_024);
                EntryFormat.write(text, some);
                update(text);
                entries += some.size();
                if (some.size() < ENTRIES_AT_ONCE) return;
                last = some.getLast().seq();
            }
        }

        void add(Message message) {
            messages++;
            ByteSink sink = new ByteSink(256);
            RunFormat.writeMessage(sink, message);
            update(sink);
        }

        void add(NamedDocument document) {
            documents++;
            ByteSink sink = new ByteSink(256);
            sink.putText(document.kind().name());
            sink.putText(document.name());
            put(sink, document.body());
            update(sink);
        }

        StoreContents contents() {
            String checksum = HexFormat.of().formatHex(sha256.digest());
            return new StoreContents(runs, entries, messages, documents, checksum);
        }

        /// A map has no defined order, so maps are written separately, sorted by name.
        private static Run withoutMaps(Run run) {
            Origin o = run.origin();
            Progress p = run.progress();
            Data d = run.data();
            return run.with(
                            new Origin(
                                    o.machine(),
                                    o.key(),
                                    Payload.empty(),
                                    o.links(),
                                    o.queuePlace(),
                                    o.idempotency(),
                                    Map.of(),
                                    o.exclusive()))
                    .with(
                            new Progress(
                                    p.attempt(),
                                    p.failures(),
                                    p.crashes(),
                                    p.entered(),
                                    Map.of(),
                                    p.error(),
                                    p.interrupted(),
                                    p.executed()))
                    .with(new Data(null, d.context(), Map.of(), d.inbox(), d.event(), d.family()));
        }

        private static void put(ByteSink sink, Map<String, ?> map) {
            sink.putNumber(map.size());
            new TreeMap<>(map)
                    .forEach((name, value) -> {
                        sink.putText(name);
                        sink.putText(value.toString());
                    });
        }

        private static void put(ByteSink sink, @Nullable Payload payload) {
            sink.putBytes(payload == null ? null : payload.bytes());
        }

        private void update(ByteSink sink) {
            sha256.update(sink.array(), 0, sink.size());
        }
    }
}
