package dev.pawl.orchestrator.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Transaction;
import dev.pawl.orchestrator.provider.Batch;
import dev.pawl.orchestrator.provider.Cycle;
import dev.pawl.orchestrator.provider.Entry;
import dev.pawl.orchestrator.provider.Opening;
import dev.pawl.orchestrator.provider.Portion;
import dev.pawl.orchestrator.provider.Reading;
import dev.pawl.orchestrator.provider.Sink;
import dev.pawl.orchestrator.provider.Source;
import dev.pawl.orchestrator.provider.Written;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// How a provider fares in an engine.
@Timeout(120)
final class WholeRulesTest {
    @TempDir private Path directory;
    private Checking checking = new Checking(Path.of(""));

    @BeforeEach
    void place() {
        checking = new Checking(directory);
    }

    @Test
    void aCycleThatCannotBeCompletedIsFound() throws Exception {
        Finding finding =
                checking.only(Rule.COMPLETES, () -> Pebbles.sound().sink(new Unfinished()));
        assertThat(finding.expected()).isEqualTo("COMPLETED");
        assertThat(finding.found()).contains("FAILED", "one is missing");
        assertThat(finding.where()).isEqualTo("the first cycle, with one permit");
    }

    @Test
    void aSourceThatWaitsForItsSinkIsFound() throws Exception {
        Finding finding =
                checking.only(
                        Rule.PARALLEL,
                        () -> {
                            Hasty hasty = new Hasty();
                            return Pebbles.sound().reading(hasty::next).sink(hasty);
                        });
        assertThat(finding.where()).isEqualTo("4 permits");
    }

    @Test
    void aSinkThatRemovesWhatItDoesNotRememberIsFound() throws Exception {
        Finding finding = checking.only(Rule.SURVIVES, () -> Pebbles.sound().sink(new Forgetful()));
        assertThat(finding.expected()).isEqualTo("item 1 of 10: 1");
        assertThat(finding.found()).contains("in all)");
        assertThat(finding.where()).isEqualTo("killed again and again");
    }

    @Test
    void aSourceThatIsGoneOnceItWasClosedEarlyIsFound() throws Exception {
        Finding finding = checking.only(Rule.PAUSES, () -> Pebbles.sound().source(new Delicate()));
        assertThat(finding.found()).contains("FAILED", "it was closed early");
        assertThat(finding.where()).isEqualTo("paused again and again");
    }

    @Test
    void aSinkThatNotesTheCycleIsFound() throws Exception {
        Finding finding = checking.only(Rule.SETTLED, () -> Pebbles.sound().sink(new Diligent()));
        assertThat(finding.expected()).isEqualTo("nothing created, changed or removed");
        assertThat(finding.found()).contains("changed=10");
        assertThat(finding.where()).isEqualTo("a second cycle");
    }

    private static final class Unfinished implements Sink<Integer> {
        @Override
        public Written write(Transaction tx, Batch<Integer> batch) {
            return Pebbles.write(tx, batch);
        }

        @Override
        public Written complete(Transaction tx, Cycle cycle) {
            throw new IllegalStateException("one is missing");
        }
    }

    /// Loses a record when it is read further than one portion ahead of what was written.
    private static final class Hasty implements Sink<Integer> {
        private final AtomicInteger read = new AtomicInteger();
        private final AtomicInteger written = new AtomicInteger();

        @Nullable Portion<Integer> next(Reading<Integer> reading, int atMost) throws Exception {
            Portion<Integer> next = reading.next(atMost);
            if (next == null) return null;
            int ahead = read.getAndIncrement() - written.get();
            boolean lost = written.get() > 0 && ahead > 1;
            return lost ? new Portion<>(List.of(), next.cursor()) : next;
        }

        @Override
        public Written write(Transaction tx, Batch<Integer> batch) {
            written.incrementAndGet();
            return Pebbles.write(tx, batch);
        }
    }

    /// Removes at the end what it has not seen itself.
    private static final class Forgetful implements Sink<Integer> {
        private final Set<Integer> seen = new HashSet<>();

        @Override
        public Written write(Transaction tx, Batch<Integer> batch) {
            for (Entry<Integer> each : batch.entries()) seen.add(each.value());
            return Pebbles.write(tx, batch);
        }

        @Override
        public Written complete(Transaction tx, Cycle cycle) {
            List<String> removed = new ArrayList<>();
            for (int n = 1; n <= Pebbles.LAST; n++) {
                if (seen.contains(n)) continue;
                tx.update("delete from pebbles where n = ?", n);
                removed.add("pebble:" + n);
            }
            return new Written(List.of(), List.of(), removed, 0);
        }
    }

    /// Cannot be opened again once a reading was closed before its end.
    private static final class Delicate implements Source<Integer> {
        private boolean broken;

        @Override
        public Reading<Integer> open(Opening opening) {
            if (broken) throw new IllegalStateException("it was closed early");
            return new Half(new Pebbles.Count(opening));
        }

        private final class Half implements Reading<Integer> {
            private final Pebbles.Count count;
            private boolean ended;

            Half(Pebbles.Count count) {
                this.count = count;
            }

            @Override
            public @Nullable Portion<Integer> next(int atMost) {
                Portion<Integer> next = count.next(atMost);
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
        public Written write(Transaction tx, Batch<Integer> batch) {
            Written written = Pebbles.write(tx, batch);
            List<String> changed = new ArrayList<>();
            long cycle = batch.cycle().number();
            for (Entry<Integer> each : batch.entries()) {
                int rows =
                        tx.update(
                                "update pebbles set cycle = ? where n = ? and cycle <> ?",
                                cycle,
                                each.value(),
                                cycle);
                if (rows > 0) changed.add(each.urn());
            }
            long unchanged = written.unchanged() - changed.size();
            return new Written(written.created(), changed, List.of(), unchanged);
        }
    }
}
