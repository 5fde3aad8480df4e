package dev.pawl.orchestrator.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.orchestrator.provider.ReadOptions;
import dev.pawl.orchestrator.provider.RecordChunk;
import dev.pawl.orchestrator.provider.Source;
import dev.pawl.orchestrator.provider.SourceReader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The rules about cursors.
final class CursorRulesTest extends RuleTrial {
    @Test
    void findsASourceThatLosesARecordTheSecondTime() throws Exception {
        RuleViolation finding =
                only(ConformanceRule.REPEATABLE, pebbles -> pebbles.source(new Fickle()));
        assertThat(finding.expected()).isEqualTo("record 1 of 10: pebble:1 (1)");
        assertThat(finding.found()).isEqualTo("pebble:2 (2) (9 in all)");
        assertThat(finding.where()).isEqualTo("a reading from the start, in chunks of 2");
    }

    @Test
    void findsACursorThatCountsChunksOfOneSize() throws Exception {
        RuleViolation finding =
                only(ConformanceRule.RESUMABLE, pebbles -> pebbles.source(Paged::new));
        assertThat(finding.expected()).isEqualTo("record 1 of 8: pebble:3 (3)");
        assertThat(finding.found()).isEqualTo("pebble:4 (4) (7 in all)");
        assertThat(finding.where()).isEqualTo("a reading from cursor '1', in chunks of 3");
    }

    @Test
    void findsACursorThatOnlyOneInstanceUnderstands() throws Exception {
        RuleViolation finding =
                only(ConformanceRule.TEXTUAL, pebbles -> pebbles.source(new Remembering()));
        assertThat(finding.found()).contains("no bookmark 'mark 0' (1 in all)");
        assertThat(finding.where())
                .isEqualTo("a full reading from cursor 'mark 0', in chunks of 3");
    }

    @Test
    void findsASourceThatDoesNotReadEverythingInAFullCycle() throws Exception {
        RuleViolation finding =
                only(
                        ConformanceRule.FULL,
                        pebbles ->
                                pebbles.source(opening ->
                                        new PebbleProvider.Count(
                                                opening.cursor().isEmpty()
                                                        ? 0
                                                        : Integer.parseInt(opening.cursor()))));
        assertThat(finding.expected()).isEqualTo("record 1 of 10: pebble:1 (1)");
        assertThat(finding.found()).isEqualTo("the end (0 in all)");
        assertThat(finding.where()).startsWith("a full reading from the start");
    }

    @Test
    void findsAFullCycleThatStartsAgainWhenItIsResumed() throws Exception {
        RuleViolation finding =
                only(
                        ConformanceRule.TEXTUAL,
                        pebbles ->
                                pebbles.source(opening ->
                                        opening.full()
                                                ? new PebbleProvider.Count(0)
                                                : new PebbleProvider.Count(opening)));
        assertThat(finding.expected()).isEqualTo("record 1 of 8: pebble:3 (3)");
        assertThat(finding.found()).isEqualTo("pebble:1 (1) (10 in all)");
    }

    /// Starts one record later each time.
    private static final class Fickle implements Source<Integer> {
        private int opened;

        @Override
        public SourceReader<Integer> open(ReadOptions opening) {
            return new PebbleProvider.Count(opened++);
        }
    }

    /// Its cursor is the number of the page.
    private static final class Paged implements SourceReader<Integer> {
        private static final int PAGE = 2;

        private final ReadOptions opening;
        private int page;
        private PebbleProvider.@Nullable Count count;

        Paged(ReadOptions opening) {
            this.opening = opening;
            page = PebbleProvider.from(opening);
        }

        @Override
        public @Nullable RecordChunk<Integer> next(int atMost) {
            if (count == null) {
                int size = opening.fresh() ? PAGE : atMost;
                count = new PebbleProvider.Count(page * size);
            }
            RecordChunk<Integer> next = count.next(atMost);
            return next == null ? null : new RecordChunk<>(next.records(), "" + ++page);
        }

        @Override
        public void close() {}
    }

    /// Its cursors are names of bookmarks that it keeps in memory.
    private static final class Remembering implements Source<Integer> {
        private final List<String> bookmarks = new ArrayList<>();

        @Override
        public SourceReader<Integer> open(ReadOptions opening) {
            return new PebbleProvider.Altered(
                    new PebbleProvider.Count(opening.fresh() ? 0 : find(opening.cursor())),
                    this::marked);
        }

        private int find(String mark) {
            int number = Integer.parseInt(mark.substring("mark ".length()));
            if (number >= bookmarks.size()) {
                throw new IllegalArgumentException("no bookmark '%s'".formatted(mark));
            }
            return Integer.parseInt(bookmarks.get(number));
        }

        private @Nullable RecordChunk<Integer> marked(SourceReader<Integer> reading, int atMost)
                throws Exception {
            RecordChunk<Integer> next = reading.next(atMost);
            if (next == null) return null;
            bookmarks.add(next.cursor());
            return new RecordChunk<>(next.records(), "mark " + (bookmarks.size() - 1));
        }
    }
}
