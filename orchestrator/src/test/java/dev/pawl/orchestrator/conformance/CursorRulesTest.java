package dev.pawl.orchestrator.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.orchestrator.provider.Opening;
import dev.pawl.orchestrator.provider.Portion;
import dev.pawl.orchestrator.provider.Reading;
import dev.pawl.orchestrator.provider.Source;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What cursors lead to.
@Timeout(120)
final class CursorRulesTest {
    @TempDir private Path directory;
    private Checking checking = new Checking(Path.of(""));

    @BeforeEach
    void place() {
        checking = new Checking(directory);
    }

    @Test
    void aSourceThatLosesARecordTheSecondTimeIsFound() throws Exception {
        Finding finding =
                checking.only(Rule.REPEATABLE, () -> Pebbles.sound().source(new Fickle()));
        assertThat(finding.expected()).isEqualTo("record 1 of 10: pebble:1 (1)");
        assertThat(finding.found()).isEqualTo("pebble:2 (2) (9 in all)");
        assertThat(finding.where()).isEqualTo("a reading from the beginning, in portions of 2");
    }

    @Test
    void aCursorThatCountsPortionsOfOneSizeIsFound() throws Exception {
        Finding finding = checking.only(Rule.RESUMABLE, () -> Pebbles.sound().source(Paged::new));
        assertThat(finding.expected()).isEqualTo("record 1 of 8: pebble:3 (3)");
        assertThat(finding.found()).isEqualTo("pebble:4 (4) (7 in all)");
        assertThat(finding.where()).isEqualTo("a reading from cursor '1', in portions of 3");
    }

    @Test
    void aCursorThatOneInstanceAloneUnderstandsIsFound() throws Exception {
        Finding finding =
                checking.only(Rule.TEXTUAL, () -> Pebbles.sound().source(new Remembering()));
        assertThat(finding.found()).contains("no bookmark 'mark 0' (1 in all)");
        assertThat(finding.where())
                .isEqualTo("a full reading from cursor 'mark 0', in portions of 3");
    }

    @Test
    void aSourceThatReadsNothingAgainIsFound() throws Exception {
        Finding finding =
                checking.only(
                        Rule.FULL,
                        () ->
                                Pebbles.sound()
                                        .source(opening ->
                                                new Pebbles.Count(
                                                        opening.cursor().isEmpty()
                                                                ? 0
                                                                : Integer.parseInt(
                                                                        opening.cursor()))));
        assertThat(finding.expected()).isEqualTo("record 1 of 10: pebble:1 (1)");
        assertThat(finding.found()).isEqualTo("the end (0 in all)");
        assertThat(finding.where()).startsWith("a full reading from the beginning");
    }

    @Test
    void aFullCycleThatBeginsAnewWhenItIsResumedIsFound() throws Exception {
        Finding finding =
                checking.only(
                        Rule.TEXTUAL,
                        () ->
                                Pebbles.sound()
                                        .source(opening ->
                                                opening.full()
                                                        ? new Pebbles.Count(0)
                                                        : new Pebbles.Count(opening)));
        assertThat(finding.expected()).isEqualTo("record 1 of 8: pebble:3 (3)");
        assertThat(finding.found()).isEqualTo("pebble:1 (1) (10 in all)");
    }

    /// Begins one record later each time.
    private static final class Fickle implements Source<Integer> {
        private int opened;

        @Override
        public Reading<Integer> open(Opening opening) {
            return new Pebbles.Count(opened++);
        }
    }

    /// Its cursor is the number of the page.
    private static final class Paged implements Reading<Integer> {
        private static final int PAGE = 2;

        private final Opening opening;
        private int page;
        private Pebbles.@Nullable Count count;

        Paged(Opening opening) {
            this.opening = opening;
            page = Pebbles.from(opening);
        }

        @Override
        public @Nullable Portion<Integer> next(int atMost) {
            if (count == null) {
                int size = opening.fresh() ? PAGE : atMost;
                count = new Pebbles.Count(page * size);
            }
            Portion<Integer> next = count.next(atMost);
            return next == null ? null : new Portion<>(next.records(), "" + ++page);
        }

        @Override
        public void close() {}
    }

    /// Its cursors are names of bookmarks that it keeps in memory.
    private static final class Remembering implements Source<Integer> {
        private final List<String> bookmarks = new ArrayList<>();

        @Override
        public Reading<Integer> open(Opening opening) {
            return new Pebbles.Altered(
                    new Pebbles.Count(opening.fresh() ? 0 : find(opening.cursor())), this::marked);
        }

        private int find(String mark) {
            int number = Integer.parseInt(mark.substring("mark ".length()));
            if (number >= bookmarks.size()) {
                throw new IllegalArgumentException("no bookmark '%s'".formatted(mark));
            }
            return Integer.parseInt(bookmarks.get(number));
        }

        private @Nullable Portion<Integer> marked(Reading<Integer> reading, int atMost)
                throws Exception {
            Portion<Integer> next = reading.next(atMost);
            if (next == null) return null;
            bookmarks.add(next.cursor());
            return new Portion<>(next.records(), "mark " + (bookmarks.size() - 1));
        }
    }
}
