package dev.pawl.orchestrator.conformance;

import dev.pawl.machine.OwnTables;
import dev.pawl.machine.Transaction;
import dev.pawl.orchestrator.provider.Batch;
import dev.pawl.orchestrator.provider.MappedItem;
import dev.pawl.orchestrator.provider.PoisonItem;
import dev.pawl.orchestrator.provider.Provider;
import dev.pawl.orchestrator.provider.ProviderConfig;
import dev.pawl.orchestrator.provider.ReadOptions;
import dev.pawl.orchestrator.provider.RecordChunk;
import dev.pawl.orchestrator.provider.RecordMapping;
import dev.pawl.orchestrator.provider.Sink;
import dev.pawl.orchestrator.provider.Source;
import dev.pawl.orchestrator.provider.SourceReader;
import dev.pawl.orchestrator.provider.WriteResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A provider that keeps all rules; a test replaces a part with one that does not.
record PebbleProvider(
        ProviderConfig config,
        Source<Integer> source,
        RecordMapping<Integer, Integer> mapping,
        Sink<Integer> sink) {
    /// A record that cannot be used.
    static final int BROKEN = -1;

    static final int LAST = 10;
    static final OwnTables TABLES =
            new OwnTables(
                    "pebbles",
                    List.of(
                            List.of(
                                    "create table pebbles (n bigint primary key, cycle bigint)",
                                    "create table heap (n bigint)")));

    static PebbleProvider valid() {
        return new PebbleProvider(
                ProviderConfig.of("pebbles", "numbers"),
                Count::new,
                PebbleProvider::map,
                PebbleProvider::write);
    }

    PebbleProvider config(ProviderConfig other) {
        return new PebbleProvider(other, source, mapping, sink);
    }

    PebbleProvider source(Source<Integer> other) {
        return new PebbleProvider(config, other, mapping, sink);
    }

    /// Returns this with another way to read the next chunk.
    PebbleProvider reading(Next next) {
        return source(opening -> new Altered(source.open(opening), next));
    }

    PebbleProvider mapping(RecordMapping<Integer, Integer> other) {
        return new PebbleProvider(config, source, other, sink);
    }

    PebbleProvider sink(Sink<Integer> other) {
        return new PebbleProvider(config, source, mapping, other);
    }

    Provider<Integer, Integer> provider() {
        return new Provider<>(config, source, mapping, sink);
    }

    static MappedItem<Integer> map(int n) throws PoisonItem {
        if (n < 0) throw new PoisonItem("", "expected a number from 1, found " + n, "" + n);
        return new MappedItem<>("pebble:" + n, n);
    }

    static WriteResult write(Transaction tx, Batch<Integer> batch) {
        List<String> created = new ArrayList<>();
        for (MappedItem<Integer> each : batch.entries()) {
            int rows =
                    tx.update(
                            "insert into pebbles (n, cycle) values (?, ?) on conflict do nothing",
                            each.value(),
                            batch.cycle().number());
            if (rows > 0) created.add(each.urn());
        }
        return new WriteResult(
                created, List.of(), List.of(), batch.entries().size() - created.size());
    }

    /// Returns where the source continues.
    static int from(ReadOptions opening) {
        return opening.fresh() ? 0 : Integer.parseInt(opening.cursor());
    }

    /// Counts up to the last.
    static final class Count implements SourceReader<Integer> {
        private int at;

        Count(ReadOptions opening) {
            this(from(opening));
        }

        Count(int from) {
            at = from;
        }

        @Override
        public @Nullable RecordChunk<Integer> next(int atMost) {
            if (at >= LAST) return null;
            List<Integer> some = new ArrayList<>();
            while (some.size() < atMost && at < LAST) some.add(++at);
            return new RecordChunk<>(some, "" + at);
        }

        @Override
        public long expected() {
            return LAST;
        }

        @Override
        public void close() {}
    }

    /// Returns other chunks than the reading that it wraps.
    record Altered(SourceReader<Integer> reading, Next next) implements SourceReader<Integer> {
        @Override
        public @Nullable RecordChunk<Integer> next(int atMost) throws Exception {
            return next.next(reading, atMost);
        }

        @Override
        public void close() throws IOException {
            reading.close();
        }
    }

    interface Next {
        @Nullable RecordChunk<Integer> next(SourceReader<Integer> reading, int atMost)
                throws Exception;
    }
}
