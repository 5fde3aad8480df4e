package dev.pawl.orchestrator.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.orchestrator.provider.MappedItem;
import dev.pawl.orchestrator.provider.PoisonItem;
import dev.pawl.orchestrator.provider.RecordMapping;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// The rules about the mapping.
final class MappingRulesTest extends RuleTrial {
    private RuleViolation onlyMapped(ConformanceRule rule, RecordMapping<Integer, Integer> mapping)
            throws Exception {
        return only(rule, pebbles -> pebbles.mapping(mapping));
    }

    @Test
    void findsAMappingWithState() throws Exception {
        AtomicInteger mapped = new AtomicInteger(100);
        RuleViolation finding =
                onlyMapped(
                        ConformanceRule.PURE,
                        n -> {
                            MappedItem<Integer> entry = PebbleProvider.map(n);
                            return new MappedItem<>(
                                    entry.urn(), mapped.incrementAndGet() * 100 + n);
                        });
        assertThat(finding.expected()).startsWith("record 1 of 10: pebble:1 (");
        assertThat(finding.where()).contains("mapped twice", "by equals");
    }

    @Test
    void findsTwoRecordsWithOneUrn() throws Exception {
        RuleViolation finding =
                onlyMapped(
                        ConformanceRule.NAMED,
                        n -> n == 7 ? new MappedItem<>("pebble:3", 7) : PebbleProvider.map(n));
        assertThat(finding.found()).isEqualTo("pebble:3 for records 3 and 7");
    }

    @Test
    void acceptsTwoRecordsWithOneUrnIfTheSourceRepeats() throws Exception {
        ConformanceReport report =
                checking.report(
                        () ->
                                PebbleProvider.valid()
                                        .mapping(n ->
                                                n == 7
                                                        ? new MappedItem<>("pebble:3", 3)
                                                        : PebbleProvider.map(n)),
                        Conformance::repeats);
        assertThat(report.findings()).as(report.toString()).isEmpty();
    }

    @Test
    void findsAnotherExceptionThanPoisonItem() throws Exception {
        RuleViolation finding =
                onlyMapped(
                        ConformanceRule.POISONED,
                        n -> {
                            if (n < 0) throw new ArithmeticException("n is negative");
                            return PebbleProvider.map(n);
                        });
        assertThat(finding)
                .hasToString(
                        """
                        POISONED: a broken record is a PoisonItem with its reason and payload
                            expected: a PoisonItem
                            found:    java.lang.ArithmeticException: n is negative
                            where:    the broken record -1\
                        """);
    }

    @Test
    void findsARecordOnWhichTheMappingFails() throws Exception {
        RuleViolation finding =
                onlyMapped(
                        ConformanceRule.MAPPED,
                        n -> {
                            if (n == 4) throw new ArithmeticException("n is four");
                            return PebbleProvider.map(n);
                        });
        assertThat(finding.expected()).isEqualTo("an entry or a PoisonItem");
        assertThat(finding.found()).isEqualTo("java.lang.ArithmeticException: n is four");
        assertThat(finding.where()).isEqualTo("record 4 of the source");
    }

    @Test
    void findsABadRecordThatIsMapped() throws Exception {
        RuleViolation finding =
                onlyMapped(ConformanceRule.POISONED, n -> new MappedItem<>("pebble:" + n, n));
        assertThat(finding.expected()).isEqualTo("a PoisonItem");
        assertThat(finding.found()).isEqualTo("an entry");
    }

    @Test
    void findsAPoisonItemWithoutPayloadAlsoInTheSource() throws Exception {
        RuleViolation finding =
                onlyMapped(
                        ConformanceRule.POISONED,
                        n -> {
                            if (n == 4) throw new PoisonItem("pebble:4", "I do not like it", "");
                            return PebbleProvider.map(n);
                        });
        assertThat(finding.expected()).isEqualTo("a PoisonItem with a payload");
        assertThat(finding.where()).isEqualTo("record 4 of the source");
    }

    @Test
    void acceptsBadRecordsInTheSource() throws Exception {
        ConformanceReport report =
                checking.report(() ->
                        PebbleProvider.valid()
                                .mapping(n ->
                                        PebbleProvider.map(n == 4 ? PebbleProvider.BROKEN : n)));
        assertThat(report.findings()).as(report.toString()).isEmpty();
    }

    @Test
    void findsAMappingThatABadRecordChanges() throws Exception {
        AtomicInteger bad = new AtomicInteger();
        RuleViolation finding =
                onlyMapped(
                        ConformanceRule.UNSPOILT,
                        n -> {
                            if (n < 0 && bad.getAndIncrement() == 0) return PebbleProvider.map(n);
                            if (n < 0) bad.set(2);
                            boolean spoilt = bad.get() > 1 && n == 10;
                            return spoilt
                                    ? new MappedItem<>("pebble:10", 11)
                                    : PebbleProvider.map(n);
                        });
        assertThat(finding.expected()).isEqualTo("record 10 of 10: pebble:10 (10)");
        assertThat(finding.found()).isEqualTo("pebble:10 (11) (10 in all)");
        assertThat(finding.where()).contains("bad: expected a number from 1, found -1");
    }
}
