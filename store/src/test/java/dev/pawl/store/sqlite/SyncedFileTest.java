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

    /// Of writes within a block, across blocks, and of more than is passed to the system at once.
    private static final int[] LENGTHS = {
        1, 300, 4_000, 8_192, 4_096, 64 << 10, (64 << 10) + 1, 3 << 20, 9 << 20, 17
    };

    @TempDir private Path directory;

    @Test
    void writesAnyNumberOfBytesOneAfterTheOther() throws IOException {
        Path path = Files.createFile(directory.resolve("file"));
        byte[] expected = bytes(1, 16 << 20);
        int end = 0;
        try (SyncedFile file = SyncedFile.open(path)) {
            for (int length : LENGTHS) {
                file.write(end, from(expected, end, length), length);
                end += length;
            }
        }
        assertThat(start(path, end)).isEqualTo(Arrays.copyOf(expected, end));
        assertThat(Files.size(path)).isBetween((long) end, blockEnd(end));
    }

    @Test
    void startsAgainAndKeepsWhatIsBehindTheLastBlock() throws IOException {
        Path path = Files.write(directory.resolve("file"), bytes(1, 64 << 10));
        byte[] expected = bytes(1, 64 << 10);
        byte[] again = bytes(2, 10_000);
        try (SyncedFile file = SyncedFile.open(path)) {
            file.write(0, bytes(3, 20_000), 20_000);
            System.arraycopy(bytes(3, 20_000), 0, expected, 0, 20_000);
            file.write(0, again, 5_000);
            file.write(5_000, from(again, 5_000, 5_000), 5_000);
            System.arraycopy(again, 0, expected, 0, 10_000);
        }
        byte[] found = Files.readAllBytes(path);
        int ignored = (int) blockEnd(20_000);
        assertThat(Arrays.copyOf(found, 10_000)).isEqualTo(again);
        assertThat(Arrays.copyOfRange(found, (int) blockEnd(10_000), 20_000))
                .isEqualTo(Arrays.copyOfRange(expected, (int) blockEnd(10_000), 20_000));
        assertThat(Arrays.copyOfRange(found, ignored, found.length))
                .isEqualTo(Arrays.copyOfRange(expected, ignored, found.length));
    }

    /// The journal's file grows while its last block is partly full.
    @Test
    void extendingTheFileHasNoEffectOnTheNextWrite() throws IOException {
        Path path = Files.createFile(directory.resolve("file"));
        byte[] expected = bytes(1, 9_000);
        try (SyncedFile file = SyncedFile.open(path)) {
            file.writeCached(0, new byte[8_192], 8_192);
            file.write(0, expected, 5_000);
            file.writeCached(8_192, new byte[8_192], 8_192);
            file.write(5_000, from(expected, 5_000, 4_000), 4_000);
        }
        assertThat(start(path, 9_000)).isEqualTo(expected);
    }

    @Test
    void writesInTheMiddleOfAnUnknownBlockToo() throws IOException {
        byte[] expected = bytes(1, 10_000);
        Path path = Files.write(directory.resolve("file"), expected);
        byte[] more = bytes(2, 6_000);
        try (SyncedFile file = SyncedFile.open(path)) {
            file.write(5_000, more, 300);
            file.write(5_300, from(more, 300, 5_000), 5_000);
        }
        System.arraycopy(more, 0, expected, 5_000, 5_000);
        assertThat(start(path, 10_000)).isEqualTo(expected);
    }

    /// Disks and file systems have blocks of their own, and refuse others.
    @Test
    void usesTheCacheWhereBlocksAreRefused() throws IOException {
        Path path = Files.createFile(directory.resolve("file"));
        byte[] expected = bytes(1, 1_000);
        try (SyncedFile file = SyncedFile.open(path, 100)) {
            file.write(0, expected, 250);
            file.write(250, from(expected, 250, 750), 750);
        }
        assertThat(start(path, 1_000)).isEqualTo(expected);
    }

    @Test
    void callsTheSystemDirectlyOnLinux() throws IOException {
        Path path = Files.createFile(directory.resolve("file-ü"));
        assumeThat(System.getProperty("os.name")).isEqualTo("Linux");
        try (BlockFile file = BlockFile.cached(path).orElseThrow()) {
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
        try (BlockFile file = BlockFile.cached(FULL_DEVICE).orElseThrow()) {
            assertThatIOException()
                    .isThrownBy(() -> file.write(0, new byte[1], 1))
                    .withMessage("No space left on device (/dev/full)");
        }
    }

    @Test
    void aMissingFileIsNotCreated() {
        Path path = directory.resolve("missing");
        assertThat(SystemFile.open(path, true)).isEmpty();
        assertThat(SystemFile.open(path, false)).isEmpty();
        assertThat(path).doesNotExist();
    }

    private static byte[] bytes(long seed, int count) {
        byte[] bytes = new byte[count];
        new SplittableRandom(seed).nextBytes(bytes);
        return bytes;
    }

    /// Returns a part of an array, followed by bytes that are not to be written.
    private static byte[] from(byte[] bytes, int from, int length) {
        return Arrays.copyOfRange(bytes, from, from + length + 10);
    }

    private static byte[] start(Path path, int length) throws IOException {
        return Arrays.copyOf(Files.readAllBytes(path), length);
    }

    private static long blockEnd(long end) {
        return Math.ceilDiv(end, 4_096) * 4_096;
    }
}
