package dev.pawl.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SyncedFileTest {
    private static final Path FULL_DEVICE = Path.of("/dev/full");

    @TempDir private Path directory;

    @Test
    void writesAnyNumberOfBytesAnywhere() throws IOException {
        Path path = Files.createFile(directory.resolve("file"));
        SplittableRandom random = new SplittableRandom(1);
        byte[] expected = new byte[10 << 20];
        try (SyncedFile file = SyncedFile.open(path)) {
            for (int length : new int[] {1, 300, 64 << 10, (64 << 10) + 1, 3 << 20, 9 << 20}) {
                int at = random.nextInt(expected.length - length);
                byte[] bytes = new byte[length + 10];
                random.nextBytes(bytes);
                System.arraycopy(bytes, 0, expected, at, length);
                file.write(at, bytes, length);
            }
            file.setLength(expected.length);
            assertThat(file.length()).isEqualTo(expected.length);
        }
        assertThat(Arrays.equals(Files.readAllBytes(path), expected)).isTrue();
    }

    @Test
    void callsTheSystemDirectlyOnLinux() throws IOException {
        Path path = Files.createFile(directory.resolve("file-ü"));
        assumeThat(System.getProperty("os.name")).isEqualTo("Linux");
        try (SystemFile file = SystemFile.open(path).orElseThrow()) {
            file.write(0, new byte[] {1, 2, 3}, 2);
        }
        assertThat(Files.readAllBytes(path)).containsExactly(1, 2);
    }

    @Test
    void refusesToWriteAfterItWasClosed() throws IOException {
        Path path = Files.createFile(directory.resolve("file"));
        SyncedFile file = SyncedFile.open(path);
        file.close();
        file.close();
        assertThatIOException().isThrownBy(() -> file.write(0, new byte[1], 1));
        assertThat(path).isEmptyFile();
    }

    @Test
    void reportsErrorsInTheWordsOfTheSystem() throws IOException {
        assumeThat(FULL_DEVICE).exists();
        try (SystemFile file = SystemFile.open(FULL_DEVICE).orElseThrow()) {
            assertThatIOException()
                    .isThrownBy(() -> file.write(0, new byte[1], 1))
                    .withMessage("No space left on device (/dev/full)");
        }
    }

    @Test
    void aMissingFileIsNotCreated() {
        Path path = directory.resolve("missing");
        assertThat(SystemFile.open(path)).isEmpty();
        assertThat(path).doesNotExist();
    }
}
