package dev.pawl.orchestrator;

import dev.pawl.machine.OwnTables;
import dev.pawl.machine.Transaction;
import dev.pawl.orchestrator.limit.Trouble;
import dev.pawl.orchestrator.provider.Batch;
import dev.pawl.orchestrator.provider.Entry;
import dev.pawl.orchestrator.provider.Opening;
import dev.pawl.orchestrator.provider.PoisonItem;
import dev.pawl.orchestrator.provider.Portion;
import dev.pawl.orchestrator.provider.Provider;
import dev.pawl.orchestrator.provider.ProviderConfig;
import dev.pawl.orchestrator.provider.Reading;
import dev.pawl.orchestrator.provider.Sink;
import dev.pawl.orchestrator.provider.SourceException;
import dev.pawl.orchestrator.provider.Written;
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

    /// Does something before the source is open.
    Numbers opening(Opens disturbance) {
        opens = disturbance;
        return this;
    }

    /// Does something before a portion is read.
    Numbers before(Before disturbance) {
        before = disturbance;
        return this;
    }

    /// Does something whenever an item is mapped.
    Numbers mapping(LongConsumer meanwhile) {
        mapping = meanwhile;
        return this;
    }

    /// Lets the write of this number fail once.
    Numbers refusing(long n) {
        refused.add(n);
        return this;
    }

    /// Makes every item that this number divides a bad one.
    Numbers poison(long every) {
        poison = every;
        return this;
    }

    /// Returns how many readers there were at once at most.
    int readersMost() {
        return openMost.get();
    }

    /// Forgets readers of a process that is about to die.
    void forget() {
        open.set(0);
    }

    Provider<Long, Long> provider() {
        return new Provider<>(config, this::open, this::map, new Table(config.id(), refused));
    }

    private Reading<Long> open(Opening opening) throws Exception {
        opens.open();
        openMost.accumulateAndGet(open.incrementAndGet(), Math::max);
        long from =
                opening.cursor().isEmpty() || opening.fresh()
                        ? 0
                        : Long.parseLong(opening.cursor());
        return new Count(from, opening);
    }

    private Entry<Long> map(Long n) throws PoisonItem {
        mapping.accept(n);
        if (poison > 0 && n % poison == 0) {
            throw new PoisonItem("n:" + n, "expected a good number, found " + n, "" + n);
        }
        return new Entry<>("n:" + n, n);
    }

    interface Opens {
        void open() throws SourceException, InterruptedException;
    }

    interface Before {
        void read(long from, Opening opening) throws SourceException, InterruptedException;
    }

    private final class Count implements Reading<Long> {
        private final Opening opening;
        private long at;

        Count(long from, Opening opening) {
            this.at = from;
            this.opening = opening;
        }

        @Override
        public @Nullable Portion<Long> next(int atMost) throws Exception {
            before.read(at, opening);
            if (at == last) return null;
            List<Long> some = new ArrayList<>();
            while (some.size() < atMost && at < last) some.add(++at);
            return new Portion<>(some, "" + at);
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

    /// Writes numbers into a table; one that is there already is the same.
    private record Table(String id, Set<Long> refused) implements Sink<Long> {
        @Override
        public Written write(Transaction tx, Batch<Long> batch) {
            List<String> created = new ArrayList<>();
            for (Entry<Long> each : batch.entries()) {
                if (refused.remove(each.value())) throw new IllegalStateException("a bad page");
                int rows =
                        tx.update(
                                "insert into numbers (provider, n) values (?, ?)"
                                        + " on conflict do nothing",
                                id,
                                each.value());
                if (rows > 0) created.add(each.urn());
            }
            return new Written(
                    created, List.of(), List.of(), batch.entries().size() - created.size());
        }
    }

    static SourceException failing(String why) {
        return new SourceException(Trouble.TRANSIENT, why);
    }
}
