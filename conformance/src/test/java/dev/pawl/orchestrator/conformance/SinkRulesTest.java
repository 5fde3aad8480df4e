package dev.pawl.orchestrator.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Transaction;
import dev.pawl.orchestrator.provider.Batch;
import dev.pawl.orchestrator.provider.MappedItem;
import dev.pawl.orchestrator.provider.Sink;
import dev.pawl.orchestrator.provider.WriteResult;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// The rules about the sink.
final class SinkRulesTest extends RuleTrial {
    @Test
    void findsASinkThatFails() throws Exception {
        RuleViolation finding =
                only(
                        ConformanceRule.WRITTEN,
                        pebbles ->
                                pebbles.sink((_, _) -> {
                                    throw new IllegalStateException("no room");
                                }));
        assertThat(finding.found()).contains("no room");
        assertThat(finding.where()).isEqualTo("batch 1 of 4");
    }

    @Test
    void findsASinkThatFailsOnAnEmptyBatch() throws Exception {
        RuleViolation finding =
                only(
                        ConformanceRule.WRITTEN,
                        pebbles ->
                                pebbles.sink((tx, batch) -> {
                                    MappedItem<Integer> first = batch.entries().getFirst();
                                    assertThat(first.urn()).isNotEmpty();
                                    return PebbleProvider.write(tx, batch);
                                }));
        assertThat(finding.found()).contains("NoSuchElementException");
        assertThat(finding.where()).isEqualTo("batch 4 of 4");
    }

    @Test
    void findsASinkThatDoesNotReportUnchangedItems() throws Exception {
        RuleViolation finding =
                only(
                        ConformanceRule.WRITTEN,
                        pebbles ->
                                pebbles.sink((tx, batch) -> {
                                    WriteResult written = PebbleProvider.write(tx, batch);
                                    return new WriteResult(
                                            written.created(), List.of(), List.of(), 0);
                                }));
        assertThat(finding.expected()).isEqualTo("4 entries created, changed or unchanged");
        assertThat(finding.found()).isEqualTo("0 created, 0 changed and 0 unchanged");
        assertThat(finding.where()).isEqualTo("batch 1 of 4, written again");
    }

    @Test
    void findsASinkThatReportsDuplicates() throws Exception {
        RuleViolation finding =
                only(ConformanceRule.IDEMPOTENT, pebbles -> pebbles.sink(SinkRulesTest::heap));
        assertThat(finding.expected()).isEqualTo("every entry as unchanged");
        assertThat(finding.found()).isEqualTo("pebble:1 as created (4 in all)");
    }

    @Test
    void findsASinkThatWritesDuplicatesWithoutReportingThem() throws Exception {
        RuleViolation finding =
                only(
                        ConformanceRule.IDEMPOTENT,
                        pebbles ->
                                pebbles.sink((tx, batch) -> {
                                    WriteResult lost = heap(tx, batch);
                                    assertThat(lost.changed()).isEmpty();
                                    return PebbleProvider.write(tx, batch);
                                }));
        assertThat(finding.expected()).isEqualTo("item 3 of 8: 2");
        assertThat(finding.found()).isEqualTo("1 (12 in all)");
    }

    private static WriteResult heap(Transaction tx, Batch<Integer> batch) {
        List<String> created = new ArrayList<>();
        for (MappedItem<Integer> each : batch.entries()) {
            tx.update("insert into heap values (?)", each.value());
            created.add(each.urn());
        }
        return new WriteResult(created, List.of(), List.of(), 0);
    }

    @Test
    void findsASinkThatRemembersARolledBackBatch() throws Exception {
        RuleViolation finding =
                only(ConformanceRule.TRACELESS, pebbles -> pebbles.sink(new Remembering()));
        assertThat(finding.expected()).isEqualTo("item 1 of 4: 1");
        assertThat(finding.found()).isEqualTo("the end (0 in all)");
        assertThat(finding.where()).isEqualTo("the first batch, rolled back, then written");
    }

    /// Remembers what it wrote instead of asking the table.
    private static final class Remembering implements Sink<Integer> {
        private final Set<Integer> known = new HashSet<>();

        @Override
        public WriteResult write(Transaction tx, Batch<Integer> batch) {
            List<MappedItem<Integer>> news =
                    batch.entries().stream().filter(each -> known.add(each.value())).toList();
            WriteResult written = PebbleProvider.write(tx, new Batch<>(batch.cycle(), news));
            return new WriteResult(
                    written.created(),
                    List.of(),
                    List.of(),
                    batch.entries().size() - written.created().size());
        }
    }
}
