package dev.pawl.orchestrator.conformance;

import dev.pawl.machine.OwnTables;
import dev.pawl.machine.Transaction;
import dev.pawl.orchestrator.provider.Batch;
import dev.pawl.orchestrator.provider.Entry;
import dev.pawl.orchestrator.provider.Mapping;
import dev.pawl.orchestrator.provider.Opening;
import dev.pawl.orchestrator.provider.PoisonItem;
import dev.pawl.orchestrator.provider.Portion;
import dev.pawl.orchestrator.provider.Provider;
import dev.pawl.orchestrator.provider.ProviderConfig;
import dev.pawl.orchestrator.provider.Reading;
import dev.pawl.orchestrator.provider.Sink;
import dev.pawl.orchestrator.provider.Source;
import dev.pawl.orchestrator.provider.Written;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A provider that keeps all rules, each part of which a test can replace by a worse one.
record Pebbles(
        ProviderConfig config,
        Source<Integer> source,
        Mapping<Integer, Integer> mapping,
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

    static Pebbles sound() {
        return new Pebbles(
                ProviderConfig.of("pebbles", "numbers"), Count::new, Pebbles::map, Pebbles::write);
    }

    Pebbles config(ProviderConfig other) {
        return new Pebbles(other, source, mapping, sink);
    }

    Pebbles source(Source<Integer> other) {
        return new Pebbles(config, other, mapping, sink);
    }

    /// Returns this with another way to read on.
    Pebbles reading(Next next) {
        return source(opening -> new Altered(source.open(opening), next));
    }

    Pebbles mapping(Mapping<Integer, Integer> other) {
        return new Pebbles(config, source, other, sink);
    }

    Pebbles sink(Sink<Integer> other) {
        return new Pebbles(config, source, mapping, other);
    }

    Provider<Integer, Integer> provider() {
        return new Provider<>(config, source, mapping, sink);
    }

    static Entry<Integer> map(int n) throws PoisonItem {
        if (n < 0) throw new PoisonItem("", "expected a number from 1, found " + n, "" + n);
        return new Entry<>("pebble:" + n, n);
    }

    static Written write(Transaction tx, Batch<Integer> batch) {
        List<String> created = new ArrayList<>();
        for (Entry<Integer> each : batch.entries()) {
            int rows =
                    tx.update(
                            "insert into pebbles (n, cycle) values (?, ?) on conflict do nothing",
                            each.value(),
                            batch.cycle().number());
            if (rows > 0) created.add(each.urn());
        }
        return new Written(created, List.of(), List.of(), batch.entries().size() - created.size());
    }

    /// Returns where an opening says that the source goes on.
    static int from(Opening opening) {
        return opening.fresh() ? 0 : Integer.parseInt(opening.cursor());
    }

    /// Counts up to the last.
    static final class Count implements Reading<Integer> {
        private int at;

        Count(Opening opening) {
            this(from(opening));
        }

        Count(int from) {
            at = from;
        }

        @Override
        public @Nullable Portion<Integer> next(int atMost) {
            if (at >= LAST) return null;
            List<Integer> some = new ArrayList<>();
            while (some.size() < atMost && at < LAST) some.add(++at);
            return new Portion<>(some, "" + at);
        }

        @Override
        public long expected() {
            return LAST;
        }

        @Override
        public void close() {}
    }

    /// Gives other portions than the reading that it has.
    record Altered(Reading<Integer> reading, Next next) implements Reading<Integer> {
        @Override
        public @Nullable Portion<Integer> next(int atMost) throws Exception {
            return next.next(reading, atMost);
        }

        @Override
        public void close() throws IOException {
            reading.close();
        }
    }

    interface Next {
        @Nullable Portion<Integer> next(Reading<Integer> reading, int atMost) throws Exception;
    }
}
