package dev.pawl.orchestrator;

import dev.pawl.machine.OwnTables;
import dev.pawl.machine.Transaction;
import dev.pawl.orchestrator.limit.FailureKind;
import dev.pawl.orchestrator.provider.Batch;
import dev.pawl.orchestrator.provider.MappedItem;
import dev.pawl.orchestrator.provider.PoisonItem;
import dev.pawl.orchestrator.provider.Provider;
import dev.pawl.orchestrator.provider.ProviderConfig;
import dev.pawl.orchestrator.provider.ReadOptions;
import dev.pawl.orchestrator.provider.RecordChunk;
import dev.pawl.orchestrator.provider.Sink;
import dev.pawl.orchestrator.provider.SourceException;
import dev.pawl.orchestrator.provider.SourceReader;
import dev.pawl.orchestrator.provider.WriteResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// A source of the numbers from 1 up to a bound, which a test can disturb.
final class Numbers {
    static final OwnTables TABLES =
            new OwnTables(
                    "numbers",
                    List.of(
                            List.of(
                                    "create table numbers (provider text, n bigint,"
                                            + " primary key (provider, n))")));

    private final ProviderConfig config;
    private final long last;
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger openMost = new AtomicInteger();
    private Before before = (_, _) -> {};
    private Opens opens = () -> {};
    private LongConsumer mapping = _ -> {};
    private final Set<Long> refused = ConcurrentHashMap.newKeySet();
    private volatile long poison;

    Numbers(ProviderConfig config, long last) {
        this.config = config;
        this.last = last;
    }

    static Numbers of(String id, long last) {
        return new Numbers(ProviderConfig.of(id, "numbers").batches(10), last);
    }

    /// Runs before the source opens.
    Numbers opening(Opens disturbance) {
        opens = disturbance;
        return this;
    }

    /// Runs before a chunk is read.
    Numbers before(Before disturbance) {
        before = disturbance;
        return this;
    }

    /// Runs whenever an item is mapped.
    Numbers mapping(LongConsumer meanwhile) {
        mapping = meanwhile;
        return this;
    }

    /// Fails the write of this number once.
    Numbers refusing(long n) {
        refused.add(n);
        return this;
    }

    /// Makes every multiple of this number a bad item.
    Numbers poison(long every) {
        poison = every;
        return this;
    }

    /// Returns the most readers that were open at once.
    int readersMost() {
        return openMost.get();
    }

    /// Forgets the readers of a process that is about to crash.
    void forget() {
        open.set(0);
    }

    Provider<Long, Long> provider() {
        return new Provider<>(config, this::open, this::map, new Table(config.id(), refused));
    }

    private SourceReader<Long> open(ReadOptions options) throws Exception {
        opens.open();
        openMost.accumulateAndGet(open.incrementAndGet(), Math::max);
        long from =
                options.cursor().isEmpty() || options.fresh()
                        ? 0
                        : Long.parseLong(options.cursor());
        return new Count(from, options);
    }

    private MappedItem<Long> map(Long n) throws PoisonItem {
        mapping.accept(n);
        if (poison > 0 && n % poison == 0) {
            throw new PoisonItem("n:" + n, "expected a good number, found " + n, "" + n);
        }
        return new MappedItem<>("n:" + n, n);
    }

    interface Opens {
        void open() throws SourceException, InterruptedException;
    }

    interface Before {
        void read(long from, ReadOptions options) throws SourceException, InterruptedException;
    }

    private final class Count implements SourceReader<Long> {
        private final ReadOptions options;
        private long at;

        Count(long from, ReadOptions options) {
            this.at = from;
            this.options = options;
        }

        @Override
        public @Nullable RecordChunk<Long> next(int atMost) throws Exception {
            before.read(at, options);
            if (at == last) return null;
            List<Long> some = new ArrayList<>();
            while (some.size() < atMost && at < last) some.add(++at);
            return new RecordChunk<>(some, "" + at);
        }

        @Override
        public long expected() {
            return last;
        }

        @Override
        public void close() {
            open.decrementAndGet();
        }
    }

    /// Writes numbers into a table; an existing one is unchanged.
    private record Table(String id, Set<Long> refused) implements Sink<Long> {
        @Override
        public WriteResult write(Transaction tx, Batch<Long> batch) {
            List<String> created = new ArrayList<>();
            for (MappedItem<Long> each : batch.entries()) {
                if (refused.remove(each.value())) throw new IllegalStateException("a bad page");
                int rows =
                        tx.update(
                                "insert into numbers (provider, n) values (?, ?)"
                                        + " on conflict do nothing",
                                id,
                                each.value());
                if (rows > 0) created.add(each.urn());
            }
            return new WriteResult(
                    created, List.of(), List.of(), batch.entries().size() - created.size());
        }
    }

    static SourceException failing(String why) {
        return new SourceException(FailureKind.TRANSIENT, why);
    }
}
