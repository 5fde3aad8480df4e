package dev.pawl.orchestrator.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.orchestrator.limit.FailureKind;
import dev.pawl.orchestrator.provider.ReadOptions;
import dev.pawl.orchestrator.provider.RecordChunk;
import dev.pawl.orchestrator.provider.SourceException;
import dev.pawl.orchestrator.provider.SourceReader;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The rules about reading.
final class ReadingRulesTest extends RuleTrial {
    private static final List<Integer> FEW = List.of(1, 2);

    @Test
    void findsASourceThatFailsBeforeItsEnd() throws Exception {
        RuleViolation finding =
                only(
                        ConformanceRule.READABLE,
                        pebbles ->
                                pebbles.reading((reading, atMost) -> {
                                    RecordChunk<Integer> next = reading.next(atMost);
                                    if (next != null && next.cursor().equals("6")) {
                                        throw new SourceException(FailureKind.SCHEMA, "expected 6");
                                    }
                                    return next;
                                }));
        assertThat(finding.found()).contains("SourceException: expected 6 after 4 records");
    }

    @Test
    void findsASourceWithoutRecords() throws Exception {
        RuleViolation finding =
                only(
                        ConformanceRule.SAMPLED,
                        pebbles ->
                                pebbles.source(_ -> new PebbleProvider.Count(PebbleProvider.LAST)));
        assertThat(finding.expected()).isEqualTo("3 to 5000 records");
        assertThat(finding.found()).isEqualTo("0");
    }

    @Test
    void findsASourceWithoutEnd() throws Exception {
        AtomicInteger at = new AtomicInteger();
        RuleViolation finding =
                only(
                        ConformanceRule.SAMPLED,
                        pebbles ->
                                pebbles.reading((_, _) ->
                                        new RecordChunk<>(FEW, "" + at.incrementAndGet())));
        assertThat(finding.found()).isEqualTo("more");
    }

    @Test
    void findsAChunkThatIsTooLarge() throws Exception {
        RuleViolation finding =
                only(
                        ConformanceRule.BOUNDED,
                        pebbles -> pebbles.reading((reading, n) -> reading.next(n + 1)));
        assertThat(finding)
                .hasToString(
                        """
                        BOUNDED: a chunk has no more records than requested
                            expected: at most 2 records
                            found:    3 records
                            where:    a reading from the start, in chunks of 2\
                        """);
    }

    @Test
    void findsACursorThatDoesNotMove() throws Exception {
        RuleViolation finding =
                only(
                        ConformanceRule.MOVING,
                        pebbles ->
                                pebbles.reading((reading, atMost) -> {
                                    RecordChunk<Integer> next = reading.next(atMost);
                                    return next == null
                                            ? null
                                            : new RecordChunk<>(next.records(), "0");
                                }));
        assertThat(finding.expected()).isEqualTo("another cursor after 2 more records");
        assertThat(finding.found()).isEqualTo("'0' as before");
    }

    @Test
    void findsAMissingCursor() throws Exception {
        RuleViolation finding =
                only(
                        ConformanceRule.MOVING,
                        pebbles ->
                                pebbles.reading((reading, atMost) -> {
                                    RecordChunk<Integer> next = reading.next(atMost);
                                    return next == null || !next.cursor().equals("4")
                                            ? next
                                            : new RecordChunk<>(next.records(), null);
                                }));
        assertThat(finding.expected()).isEqualTo("a cursor with each chunk");
        assertThat(finding.found()).isEqualTo("null");
    }

    @Test
    void findsANegativeExpectation() throws Exception {
        RuleViolation finding =
                only(
                        ConformanceRule.EXPECTING,
                        pebbles ->
                                pebbles.source(
                                        opening -> new Unsure(new PebbleProvider.Count(opening))));
        assertThat(finding.found()).isEqualTo("-1");
    }

    @Test
    void findsASourceThatStartsAgainAfterItsEnd() throws Exception {
        RuleViolation finding = only(ConformanceRule.ENDED, pebbles -> pebbles.source(Round::new));
        assertThat(finding.expected()).isEqualTo("nothing after the end");
        assertThat(finding.found()).isEqualTo("a chunk of 2 records");
    }

    @Test
    void findsAReadingThatCannotBeClosedTwice() throws Exception {
        RuleViolation finding =
                only(ConformanceRule.CLOSABLE, pebbles -> pebbles.source(ClosedOnce::new));
        assertThat(finding.found()).isEqualTo("java.io.IOException: closed already");
        assertThat(finding.where()).isEqualTo("before the first chunk");
    }

    /// Expects a negative number of records.
    private record Unsure(PebbleProvider.Count count) implements SourceReader<Integer> {
        @Override
        public @Nullable RecordChunk<Integer> next(int atMost) {
            return count.next(atMost);
        }

        @Override
        public long expected() {
            return -1;
        }

        @Override
        public void close() {}
    }

    /// Starts again after its end.
    private static final class Round implements SourceReader<Integer> {
        private PebbleProvider.Count count;

        Round(ReadOptions opening) {
            count = new PebbleProvider.Count(opening);
        }

        @Override
        public @Nullable RecordChunk<Integer> next(int atMost) {
            RecordChunk<Integer> next = count.next(atMost);
            if (next == null) count = new PebbleProvider.Count(0);
            return next;
        }

        @Override
        public void close() {}
    }

    private static final class ClosedOnce implements SourceReader<Integer> {
        private final PebbleProvider.Count count;
        private boolean closed;

        ClosedOnce(ReadOptions opening) {
            count = new PebbleProvider.Count(opening);
        }

        @Override
        public @Nullable RecordChunk<Integer> next(int atMost) {
            return count.next(atMost);
        }

        @Override
        public void close() throws IOException {
            if (closed) throw new IOException("closed already");
            closed = true;
        }
    }
}
