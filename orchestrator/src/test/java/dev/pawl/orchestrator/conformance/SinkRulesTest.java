package dev.pawl.orchestrator.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Transaction;
import dev.pawl.orchestrator.provider.Batch;
import dev.pawl.orchestrator.provider.Entry;
import dev.pawl.orchestrator.provider.Sink;
import dev.pawl.orchestrator.provider.Written;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What a sink does in transactions that commit, and in those that do not.
@Timeout(120)
final class SinkRulesTest {
    @TempDir private Path directory;
    private Checking checking = new Checking(Path.of(""));

    @BeforeEach
    void place() {
        checking = new Checking(directory);
    }

    @Test
    void aSinkThatFailsIsFound() throws Exception {
        Finding finding =
                checking.only(
                        Rule.WRITTEN,
                        () ->
                                Pebbles.sound()
                                        .sink((_, _) -> {
                                            throw new IllegalStateException("no room");
                                        }));
        assertThat(finding.found()).contains("no room");
        assertThat(finding.where()).isEqualTo("batch 1 of 4");
    }

    @Test
    void aSinkThatCannotWriteNothingIsFound() throws Exception {
        Finding finding =
                checking.only(
                        Rule.WRITTEN,
                        () ->
                                Pebbles.sound()
                                        .sink((tx, batch) -> {
                                            Entry<Integer> first = batch.entries().getFirst();
                                            assertThat(first.urn()).isNotEmpty();
                                            return Pebbles.write(tx, batch);
                                        }));
        assertThat(finding.found()).contains("NoSuchElementException");
        assertThat(finding.where()).isEqualTo("batch 4 of 4");
    }

    @Test
    void aSinkThatDoesNotSayWhatWasThereIsFound() throws Exception {
        Finding finding =
                checking.only(
                        Rule.WRITTEN,
                        () ->
                                Pebbles.sound()
                                        .sink((tx, batch) -> {
                                            Written written = Pebbles.write(tx, batch);
                                            return new Written(
                                                    written.created(), List.of(), List.of(), 0);
                                        }));
        assertThat(finding.expected()).isEqualTo("4 entries created, changed or unchanged");
        assertThat(finding.found()).isEqualTo("0 created, 0 changed and 0 unchanged");
        assertThat(finding.where()).isEqualTo("batch 1 of 4, written again");
    }

    @Test
    void aSinkThatHeapsUpIsFound() throws Exception {
        Finding finding =
                checking.only(Rule.IDEMPOTENT, () -> Pebbles.sound().sink(SinkRulesTest::heap));
        assertThat(finding.expected()).isEqualTo("every entry as unchanged");
        assertThat(finding.found()).isEqualTo("pebble:1 as created (4 in all)");
    }

    @Test
    void aSinkThatHeapsUpInSilenceIsFound() throws Exception {
        Finding finding =
                checking.only(
                        Rule.IDEMPOTENT,
                        () ->
                                Pebbles.sound()
                                        .sink((tx, batch) -> {
                                            Written lost = heap(tx, batch);
                                            assertThat(lost.changed()).isEmpty();
                                            return Pebbles.write(tx, batch);
                                        }));
        assertThat(finding.expected()).isEqualTo("item 3 of 8: 2");
        assertThat(finding.found()).isEqualTo("1 (12 in all)");
    }

    private static Written heap(Transaction tx, Batch<Integer> batch) {
        List<String> created = new ArrayList<>();
        for (Entry<Integer> each : batch.entries()) {
            tx.update("insert into heap values (?)", each.value());
            created.add(each.urn());
        }
        return new Written(created, List.of(), List.of(), 0);
    }

    @Test
    void aSinkThatRemembersWhatWasRolledBackIsFound() throws Exception {
        Finding finding =
                checking.only(Rule.TRACELESS, () -> Pebbles.sound().sink(new Remembering()));
        assertThat(finding.expected()).isEqualTo("item 1 of 4: 1");
        assertThat(finding.found()).isEqualTo("the end (0 in all)");
        assertThat(finding.where()).isEqualTo("the first batch, rolled back, then written");
    }

    /// Knows what is in the table without asking it.
    private static final class Remembering implements Sink<Integer> {
        private final Set<Integer> known = new HashSet<>();

        @Override
        public Written write(Transaction tx, Batch<Integer> batch) {
            List<Entry<Integer>> news =
                    batch.entries().stream().filter(each -> known.add(each.value())).toList();
            Written written = Pebbles.write(tx, new Batch<>(batch.cycle(), news));
            return new Written(
                    written.created(),
                    List.of(),
                    List.of(),
                    batch.entries().size() - written.created().size());
        }
    }
}
