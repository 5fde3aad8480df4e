package dev.pawl.orchestrator.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.orchestrator.provider.Entry;
import dev.pawl.orchestrator.provider.Mapping;
import dev.pawl.orchestrator.provider.PoisonItem;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What records become.
@Timeout(120)
final class MappingRulesTest {
    @TempDir private Path directory;
    private Checking checking = new Checking(Path.of(""));

    @BeforeEach
    void place() {
        checking = new Checking(directory);
    }

    private Finding only(Rule rule, Mapping<Integer, Integer> mapping) throws Exception {
        return checking.only(rule, () -> Pebbles.sound().mapping(mapping));
    }

    @Test
    void aMappingThatCountsIsFound() throws Exception {
        AtomicInteger mapped = new AtomicInteger(100);
        Finding finding =
                only(
                        Rule.PURE,
                        n -> {
                            Entry<Integer> entry = Pebbles.map(n);
                            return new Entry<>(entry.urn(), mapped.incrementAndGet() * 100 + n);
                        });
        assertThat(finding.expected()).startsWith("record 1 of 10: pebble:1 (");
        assertThat(finding.where()).contains("mapped twice", "by equals");
    }

    @Test
    void twoRecordsOfOneNameAreFound() throws Exception {
        Finding finding =
                only(Rule.NAMED, n -> n == 7 ? new Entry<>("pebble:3", 7) : Pebbles.map(n));
        assertThat(finding.found()).isEqualTo("pebble:3 for records 3 and 7");
    }

    @Test
    void twoRecordsOfOneNameAreFineWhereTheyAreMeant() throws Exception {
        Report report =
                checking.report(
                        () ->
                                Pebbles.sound()
                                        .mapping(n ->
                                                n == 7
                                                        ? new Entry<>("pebble:3", 3)
                                                        : Pebbles.map(n)),
                        Conformance::repeats);
        assertThat(report.findings()).as(report.toString()).isEmpty();
    }

    @Test
    void anotherExceptionThanPoisonIsFound() throws Exception {
        Finding finding =
                only(
                        Rule.POISONED,
                        n -> {
                            if (n < 0) throw new ArithmeticException("n is negative");
                            return Pebbles.map(n);
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
    void aRecordThatTheMappingBreaksOnIsFound() throws Exception {
        Finding finding =
                only(
                        Rule.MAPPED,
                        n -> {
                            if (n == 4) throw new ArithmeticException("n is four");
                            return Pebbles.map(n);
                        });
        assertThat(finding.expected()).isEqualTo("an entry or a PoisonItem");
        assertThat(finding.found()).isEqualTo("java.lang.ArithmeticException: n is four");
        assertThat(finding.where()).isEqualTo("record 4 of the source");
    }

    @Test
    void aBadRecordThatPassesAsGoodIsFound() throws Exception {
        Finding finding = only(Rule.POISONED, n -> new Entry<>("pebble:" + n, n));
        assertThat(finding.expected()).isEqualTo("a PoisonItem");
        assertThat(finding.found()).isEqualTo("an entry");
    }

    @Test
    void poisonWithoutPayloadIsFoundInTheSourceToo() throws Exception {
        Finding finding =
                only(
                        Rule.POISONED,
                        n -> {
                            if (n == 4) throw new PoisonItem("pebble:4", "I do not like it", "");
                            return Pebbles.map(n);
                        });
        assertThat(finding.expected()).isEqualTo("a PoisonItem with a payload");
        assertThat(finding.where()).isEqualTo("record 4 of the source");
    }

    @Test
    void badRecordsInTheSourceAreNoFault() throws Exception {
        Report report =
                checking.report(() ->
                        Pebbles.sound().mapping(n -> Pebbles.map(n == 4 ? Pebbles.BROKEN : n)));
        assertThat(report.findings()).as(report.toString()).isEmpty();
    }

    @Test
    void aMappingThatABadRecordSpoilsIsFound() throws Exception {
        AtomicInteger bad = new AtomicInteger();
        Finding finding =
                only(
                        Rule.UNSPOILT,
                        n -> {
                            if (n < 0 && bad.getAndIncrement() == 0) return Pebbles.map(n);
                            if (n < 0) bad.set(2);
                            boolean spoilt = bad.get() > 1 && n == 10;
                            return spoilt ? new Entry<>("pebble:10", 11) : Pebbles.map(n);
                        });
        assertThat(finding.expected()).isEqualTo("record 10 of 10: pebble:10 (10)");
        assertThat(finding.found()).isEqualTo("pebble:10 (11) (10 in all)");
        assertThat(finding.where()).contains("bad: expected a number from 1, found -1");
    }
}
