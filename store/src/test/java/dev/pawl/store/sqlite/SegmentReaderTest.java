package dev.pawl.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A reader sees what the owner of a file of the journal appends, wherever it stopped before.
final class SegmentReaderTest {
    private static final long STORE = 7;

    @TempDir private Path directory;

    private Path path;
    private Segment owner;
    private SegmentReader reader;

    @BeforeEach
    void open() throws IOException {
        path = directory.resolve("journal-a");
        owner = Segment.open(path);
        reader = new SegmentReader(path);
    }

    @AfterEach
    void close() throws IOException {
        owner.close();
    }

    @Test
    void aFileThatWasNeverUsedOrDoesNotExistIsEmpty() throws IOException {
        assertThat(reader.read(0)).isEmpty();
        assertThat(new SegmentReader(directory.resolve("none")).read(0)).isEmpty();
    }

    @Test
    void whatIsAppendedIsSeen() throws IOException {
        owner.start(STORE, 1, 1);
        append(1, "one");
        assertThat(seen(0)).containsExactly("1 one");
        append(2, "two");
        append(3, "three");
        assertThat(seen(0)).containsExactly("1 one", "2 two", "3 three");
        assertThat(seen(0)).containsExactly("1 one", "2 two", "3 three");
    }

    @Test
    void groupsThatTheTablesHaveAreForgotten() throws IOException {
        owner.start(STORE, 1, 1);
        append(1, "one");
        append(2, "two");
        assertThat(seen(1)).contains("2 two");
        append(3, "three");
        assertThat(seen(2)).containsExactly("3 three");
    }

    @Test
    void aReusedFileIsReadAgain() throws IOException {
        owner.start(STORE, 1, 1);
        append(1, "a long one, of which a part stays behind what is new");
        append(2, "two");
        assertThat(seen(0)).hasSize(2);
        owner.start(STORE, 3, 9);
        assertThat(seen(0)).hasSize(2);
        append(9, "nine");
        assertThat(seen(8)).containsExactly("9 nine");
        append(10, "ten");
        assertThat(seen(8)).containsExactly("9 nine", "10 ten");
    }

    @Test
    void aRecreatedFileIsReadAgainThoughItsGroupsStartAtOneAgain() throws IOException {
        owner.start(STORE, 1, 1);
        append(1, "one, and longer than what comes");
        assertThat(seen(0)).hasSize(1);
        owner.close();
        Files.delete(path);
        owner = Segment.open(path);
        owner.start(STORE, 1, 2);
        append(2, "two");
        assertThat(seen(1)).containsExactly("2 two");
    }

    @Test
    void aFileGrowsAsItIsFilled() throws IOException {
        owner.start(STORE, 1, 1);
        String much = "much ".repeat(50_000);
        for (int n = 1; n <= 20; n++) {
            append(n, much + n);
            assertThat(seen(n - 1)).containsExactly(n + " " + much + n);
        }
        assertThat(Files.size(path)).isEqualTo(8 << 20);
        assertThat(owner.hasRoom(12 << 20)).isFalse();
        assertThat(new SegmentReader(path).read(0).orElseThrow().groups()).hasSize(20);
    }

    @Test
    void anIncompleteFrameIsSeenWhenItIsComplete() throws IOException {
        owner.start(STORE, 1, 1);
        append(1, "one");
        assertThat(seen(0)).hasSize(1);
        long end = end();
        append(2, "two");
        byte written = change(end + Segment.FRAME_HEAD_BYTES, (byte) 0);
        assertThat(seen(0)).containsExactly("1 one");
        change(end + Segment.FRAME_HEAD_BYTES, written);
        assertThat(seen(0)).containsExactly("1 one", "2 two");
    }

    @Test
    void damageInTheMiddleIsFoundAtTheFirstRead() throws IOException {
        owner.start(STORE, 1, 1);
        append(1, "one");
        long end = end();
        append(2, "two");
        append(3, "three");
        change(end + Segment.FRAME_HEAD_BYTES, (byte) 0);
        SegmentReader late = new SegmentReader(path);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> late.read(0))
                .withMessageContaining("damaged at byte %d".formatted(end))
                .withMessageContaining("group 2 is expected there, and group 3 follows");
    }

    private void append(long n, String words) throws IOException {
        byte[] body = words.getBytes(StandardCharsets.UTF_8);
        byte[] frame = new byte[Segment.FRAME_HEAD_BYTES + body.length];
        System.arraycopy(body, 0, frame, Segment.FRAME_HEAD_BYTES, body.length);
        owner.append(n, frame, frame.length);
    }

    private List<String> seen(long after) throws IOException {
        return reader.read(after).orElseThrow().groups().stream()
                .map(group -> group.n() + " " + words(group))
                .toList();
    }

    private long end() throws IOException {
        return new SegmentReader(path).read(0).orElseThrow().end();
    }

    private byte change(long at, byte value) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.seek(at);
            byte before = file.readByte();
            file.seek(at);
            file.writeByte(value);
            return before;
        }
    }

    private static String words(Segment.Group group) {
        return new String(group.bytes(), group.from(), group.length(), StandardCharsets.UTF_8);
    }
}
