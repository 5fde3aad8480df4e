package dev.pawl.images;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.images.ProgressBoard.Amounts;
import dev.pawl.images.ProgressBoard.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// IMG-30: how far an image is, here and for other processes.
final class ProgressBoardTest {
    @TempDir private Path directory;
    private ProgressBoard board;

    @BeforeEach
    void open() throws IOException {
        board = ProgressBoard.in(directory);
    }

    @Test
    void everyStepIsSeenHereAndTheFirstOfEachPhaseElsewhere() throws IOException {
        board.set("img-1", "download", new Amounts(1, 100, 0));
        board.set("img-1", "download", new Amounts(50, 100, 0));
        assertThat(board.readings())
                .extracting(Reading::amounts)
                .containsExactly(new Amounts(50, 100, 0));
        // Another process sees what was written within the last second.
        ProgressBoard other = ProgressBoard.in(directory);
        assertThat(other.stored())
                .extracting(Reading::amounts)
                .containsExactly(new Amounts(1, 100, 0));
        board.set("img-1", "unpack", new Amounts(7, 100, 3));
        assertThat(other.stored()).extracting(Reading::phase).containsExactly("unpack");
    }

    @Test
    void whatIsDoneIsGone() throws IOException {
        board.set("img-1", "download", new Amounts(1, 100, 0));
        board.set("img-2", "download", new Amounts(1, 100, 0));
        board.clear("img-1");
        board.clear("img-1");
        assertThat(board.readings()).extracting(Reading::imageId).containsExactly("img-2");
        assertThat(board.stored()).extracting(Reading::imageId).containsExactly("img-2");
    }

    @Test
    void aPlaceThatCannotBeWrittenToHindersNobody() throws IOException {
        Files.delete(directory);
        board.set("img-1", "download", new Amounts(1, 100, 0));
        assertThat(board.readings()).hasSize(1);
    }

    @Test
    void theRateIsThatOfThePhase() {
        Reading reading =
                new Reading(
                        "img-1",
                        "download",
                        new Amounts(3_000, 9_000, 0),
                        "2026-01-01T00:00:00Z",
                        "2026-01-01T00:00:02Z");
        assertThat(reading.rate()).isEqualTo(1_500);
    }
}
