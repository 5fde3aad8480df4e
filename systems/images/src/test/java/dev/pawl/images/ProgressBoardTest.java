package dev.pawl.images;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.images.machine.ProgressBoard;
import dev.pawl.images.machine.ProgressBoard.Amounts;
import dev.pawl.images.machine.ProgressBoard.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// IMG-30: the progress of an image, for this process and for others.
final class ProgressBoardTest {
    @TempDir private Path directory;
    private ProgressBoard board;

    @BeforeEach
    void open() throws IOException {
        board = ProgressBoard.in(directory);
    }

    @Test
    void thisProcessSeesEveryStepAndOthersTheFirstOfEachPhase() throws IOException {
        board.set("img-1", "download", new Amounts(1, 100, 0));
        board.set("img-1", "download", new Amounts(50, 100, 0));
        assertThat(board.current())
                .extracting(Progress::amounts)
                .containsExactly(new Amounts(50, 100, 0));
        // Another process sees what was written within the last second.
        ProgressBoard other = ProgressBoard.in(directory);
        assertThat(other.stored())
                .extracting(Progress::amounts)
                .containsExactly(new Amounts(1, 100, 0));
        board.set("img-1", "unpack", new Amounts(7, 100, 3));
        assertThat(other.stored()).extracting(Progress::phase).containsExactly("unpack");
    }

    @Test
    void clearedProgressIsGone() throws IOException {
        board.set("img-1", "download", new Amounts(1, 100, 0));
        board.set("img-2", "download", new Amounts(1, 100, 0));
        board.clear("img-1");
        board.clear("img-1");
        assertThat(board.current()).extracting(Progress::imageId).containsExactly("img-2");
        assertThat(board.stored()).extracting(Progress::imageId).containsExactly("img-2");
    }

    @Test
    void aDirectoryThatIsNotWritableIsIgnored() throws IOException {
        Files.delete(directory);
        board.set("img-1", "download", new Amounts(1, 100, 0));
        assertThat(board.current()).hasSize(1);
    }

    @Test
    void theRateIsTheAverageOfThePhase() {
        Progress progress =
                new Progress(
                        "img-1",
                        "download",
                        new Amounts(3_000, 9_000, 0),
                        "2026-01-01T00:00:00Z",
                        "2026-01-01T00:00:02Z");
        assertThat(progress.rate()).isEqualTo(1_500);
    }
}
