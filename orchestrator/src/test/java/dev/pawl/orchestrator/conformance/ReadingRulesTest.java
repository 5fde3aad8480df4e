package dev.pawl.orchestrator.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.orchestrator.limit.Trouble;
import dev.pawl.orchestrator.provider.Opening;
import dev.pawl.orchestrator.provider.Portion;
import dev.pawl.orchestrator.provider.Reading;
import dev.pawl.orchestrator.provider.SourceException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// How a source is read by itself.
@Timeout(120)
final class ReadingRulesTest {
    private static final List<Integer> FEW = List.of(1, 2);

    @TempDir private Path directory;
    private Checking checking = new Checking(Path.of(""));

    @BeforeEach
    void place() {
        checking = new Checking(directory);
    }

    @Test
    void aSourceThatBreaksOffIsFound() throws Exception {
        Finding finding =
                checking.only(
                        Rule.READABLE,
                        () ->
                                Pebbles.sound()
                                        .reading((reading, atMost) -> {
                                            Portion<Integer> next = reading.next(atMost);
                                            if (next != null && next.cursor().equals("6")) {
                                                throw new SourceException(
                                                        Trouble.SCHEMA, "expected 6");
                                            }
                                            return next;
                                        }));
        assertThat(finding.found()).contains("SourceException: expected 6 after 4 records");
    }

    @Test
    void aSourceWithoutRecordsIsFound() throws Exception {
        Finding finding =
                checking.only(
                        Rule.SAMPLED,
                        () -> Pebbles.sound().source(_ -> new Pebbles.Count(Pebbles.LAST)));
        assertThat(finding.expected()).isEqualTo("3 to 5000 records");
        assertThat(finding.found()).isEqualTo("0");
    }

    @Test
    void aSourceWithoutEndIsFound() throws Exception {
        AtomicInteger at = new AtomicInteger();
        Finding finding =
                checking.only(
                        Rule.SAMPLED,
                        () ->
                                Pebbles.sound()
                                        .reading((_, _) ->
                                                new Portion<>(FEW, "" + at.incrementAndGet())));
        assertThat(finding.found()).isEqualTo("more");
    }

    @Test
    void aPortionThatIsTooLargeIsFound() throws Exception {
        Finding finding =
                checking.only(
                        Rule.BOUNDED,
                        () -> Pebbles.sound().reading((reading, n) -> reading.next(n + 1)));
        assertThat(finding)
                .hasToString(
                        """
                        BOUNDED: a portion has no more records than were asked for
                            expected: at most 2 records
                            found:    3 records
                            where:    a reading from the beginning, in portions of 2\
                        """);
    }

    @Test
    void aCursorThatStaysIsFound() throws Exception {
        Finding finding =
                checking.only(
                        Rule.MOVING,
                        () ->
                                Pebbles.sound()
                                        .reading((reading, atMost) -> {
                                            Portion<Integer> next = reading.next(atMost);
                                            return next == null
                                                    ? null
                                                    : new Portion<>(next.records(), "0");
                                        }));
        assertThat(finding.expected()).isEqualTo("another cursor after 2 more records");
        assertThat(finding.found()).isEqualTo("'0' as before");
    }

    @Test
    void aCursorThatIsMissingIsFound() throws Exception {
        Finding finding =
                checking.only(
                        Rule.MOVING,
                        () ->
                                Pebbles.sound()
                                        .reading((reading, atMost) -> {
                                            Portion<Integer> next = reading.next(atMost);
                                            return next == null || !next.cursor().equals("4")
                                                    ? next
                                                    : new Portion<>(next.records(), null);
                                        }));
        assertThat(finding.expected()).isEqualTo("a cursor with each portion");
        assertThat(finding.found()).isEqualTo("null");
    }

    @Test
    void aNumberBelowZeroIsFound() throws Exception {
        Finding finding =
                checking.only(
                        Rule.EXPECTING,
                        () ->
                                Pebbles.sound()
                                        .source(opening -> new Unsure(new Pebbles.Count(opening))));
        assertThat(finding.found()).isEqualTo("-1");
    }

    @Test
    void aSourceThatBeginsAnewAfterItsEndIsFound() throws Exception {
        Finding finding = checking.only(Rule.ENDED, () -> Pebbles.sound().source(Round::new));
        assertThat(finding.expected()).isEqualTo("nothing after the end");
        assertThat(finding.found()).isEqualTo("a portion of 2 records");
    }

    @Test
    void aReadingThatClosesOnceIsFound() throws Exception {
        Finding finding =
                checking.only(Rule.CLOSABLE, () -> Pebbles.sound().source(ClosedOnce::new));
        assertThat(finding.found()).isEqualTo("java.io.IOException: closed already");
        assertThat(finding.where()).isEqualTo("before the first portion");
    }

    /// Expects less than nothing.
    private record Unsure(Pebbles.Count count) implements Reading<Integer> {
        @Override
        public @Nullable Portion<Integer> next(int atMost) {
            return count.next(atMost);
        }

        @Override
        public long expected() {
            return -1;
        }

        @Override
        public void close() {}
    }

    /// Begins again once it has ended.
    private static final class Round implements Reading<Integer> {
        private Pebbles.Count count;

        Round(Opening opening) {
            count = new Pebbles.Count(opening);
        }

        @Override
        public @Nullable Portion<Integer> next(int atMost) {
            Portion<Integer> next = count.next(atMost);
            if (next == null) count = new Pebbles.Count(0);
            return next;
        }

        @Override
        public void close() {}
    }

    private static final class ClosedOnce implements Reading<Integer> {
        private final Pebbles.Count count;
        private boolean closed;

        ClosedOnce(Opening opening) {
            count = new Pebbles.Count(opening);
        }

        @Override
        public @Nullable Portion<Integer> next(int atMost) {
            return count.next(atMost);
        }

        @Override
        public void close() throws IOException {
            if (closed) throw new IOException("closed already");
            closed = true;
        }
    }
}
