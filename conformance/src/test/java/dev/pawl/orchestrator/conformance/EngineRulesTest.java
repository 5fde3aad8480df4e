package dev.pawl.orchestrator.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Transaction;
import dev.pawl.orchestrator.provider.Batch;
import dev.pawl.orchestrator.provider.Cycle;
import dev.pawl.orchestrator.provider.MappedItem;
import dev.pawl.orchestrator.provider.ReadOptions;
import dev.pawl.orchestrator.provider.RecordChunk;
import dev.pawl.orchestrator.provider.Sink;
import dev.pawl.orchestrator.provider.Source;
import dev.pawl.orchestrator.provider.SourceReader;
import dev.pawl.orchestrator.provider.WriteResult;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The rules about a whole provider in an engine.
final class EngineRulesTest extends RuleTrial {
    @Test
    void findsACycleThatCannotBeCompleted() throws Exception {
        RuleViolation finding =
                only(ConformanceRule.COMPLETES, pebbles -> pebbles.sink(new Unfinished()));
        assertThat(finding.expected()).isEqualTo("COMPLETED");
        assertThat(finding.found()).contains("FAILED", "one is missing");
        assertThat(finding.where()).isEqualTo("the first cycle, with one permit");
    }

    @Test
    void findsASourceThatDependsOnItsSink() throws Exception {
        RuleViolation finding =
                only(
                        ConformanceRule.PARALLEL,
                        pebbles -> {
                            Hasty hasty = new Hasty();
                            return pebbles.reading(hasty::next).sink(hasty);
                        });
        assertThat(finding.where()).isEqualTo("4 permits");
    }

    @Test
    void findsASinkThatRemovesItemsOfAPreviousProcess() throws Exception {
        RuleViolation finding =
                only(ConformanceRule.SURVIVES, pebbles -> pebbles.sink(new Forgetful()));
        assertThat(finding.expected()).isEqualTo("item 1 of 10: 1");
        assertThat(finding.found()).contains("in all)");
        assertThat(finding.where()).isEqualTo("killed again and again");
    }

    @Test
    void findsASourceThatCannotBeReopenedAfterAnEarlyClose() throws Exception {
        RuleViolation finding =
                only(ConformanceRule.PAUSES, pebbles -> pebbles.source(new Delicate()));
        assertThat(finding.found()).contains("FAILED", "it was closed early");
        assertThat(finding.where()).isEqualTo("paused again and again");
    }

    @Test
    void findsASinkThatChangesEachItemInEveryCycle() throws Exception {
        RuleViolation finding =
                only(ConformanceRule.SETTLED, pebbles -> pebbles.sink(new Diligent()));
        assertThat(finding.expected()).isEqualTo("nothing created, changed or removed");
        assertThat(finding.found()).contains("changed=10");
        assertThat(finding.where()).isEqualTo("a second cycle");
    }

    private static final class Unfinished implements Sink<Integer> {
        @Override
        public WriteResult write(Transaction tx, Batch<Integer> batch) {
            return PebbleProvider.write(tx, batch);
        }

        @Override
        public WriteResult complete(Transaction tx, Cycle cycle) {
            throw new IllegalStateException("one is missing");
        }
    }

    /// Loses a record when it is read further than one chunk ahead of what was written.
    private static final class Hasty implements Sink<Integer> {
        private final AtomicInteger read = new AtomicInteger();
        private final AtomicInteger written = new AtomicInteger();

        @Nullable RecordChunk<Integer> next(SourceReader<Integer> reading, int atMost)
                throws Exception {
            RecordChunk<Integer> next = reading.next(atMost);
            if (next == null) return null;
            int ahead = read.getAndIncrement() - written.get();
            boolean lost = written.get() > 0 && ahead > 1;
            return lost ? new RecordChunk<>(List.of(), next.cursor()) : next;
        }

        @Override
        public WriteResult write(Transaction tx, Batch<Integer> batch) {
            written.incrementAndGet();
            return PebbleProvider.write(tx, batch);
        }
    }

    /// Removes items at the end that this process has not written.
    private static final class Forgetful implements Sink<Integer> {
        private final Set<Integer> seen = new HashSet<>();

        @Override
        public WriteResult write(Transaction tx, Batch<Integer> batch) {
            for (MappedItem<Integer> each : batch.entries()) seen.add(each.value());
            return PebbleProvider.write(tx, batch);
        }

        @Override
        public WriteResult complete(Transaction tx, Cycle cycle) {
            List<String> removed = new ArrayList<>();
            for (int n = 1; n <= PebbleProvider.LAST; n++) {
                if (seen.contains(n)) continue;
                tx.update("delete from pebbles where n = ?", n);
                removed.add("pebble:" + n);
            }
            return new WriteResult(List.of(), List.of(), removed, 0);
        }
    }

    /// Cannot be opened again once a reading was closed before its end.
    private static final class Delicate implements Source<Integer> {
        private boolean broken;

        @Override
        public SourceReader<Integer> open(ReadOptions opening) {
            if (broken) throw new IllegalStateException("it was closed early");
            return new Half(new PebbleProvider.Count(opening));
        }

        private final class Half implements SourceReader<Integer> {
            private final PebbleProvider.Count count;
            private boolean ended;

            Half(PebbleProvider.Count count) {
                this.count = count;
            }

            @Override
            public @Nullable RecordChunk<Integer> next(int atMost) {
                RecordChunk<Integer> next = count.next(atMost);
                ended = next == null;
                return next;
            }

            @Override
            public void close() {
                if (!ended) broken = true;
            }
        }
    }

    /// Writes the number of the cycle to each row.
    private static final class Diligent implements Sink<Integer> {
        @Override
        public WriteResult write(Transaction tx, Batch<Integer> batch) {
            WriteResult written = PebbleProvider.write(tx, batch);
            List<String> changed = new ArrayList<>();
            long cycle = batch.cycle().number();
            for (MappedItem<Integer> each : batch.entries()) {
                int rows =
                        tx.update(
                                "update pebbles set cycle = ? where n = ? and cycle <> ?",
                                cycle,
                                each.value(),
                                cycle);
                if (rows > 0) changed.add(each.urn());
            }
            long unchanged = written.unchanged() - changed.size();
            return new WriteResult(written.created(), changed, List.of(), unchanged);
        }
    }
}
