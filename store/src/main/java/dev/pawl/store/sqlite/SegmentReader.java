package dev.pawl.store.sqlite;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads a file of the journal repeatedly while its owner writes to it: all of it once, and then
/// only the frames added since, until the owner reuses the file.
final class SegmentReader {
    private final Path path;
    private Segment.@Nullable Head known;
    private int end;
    private final List<Segment.Group> groups = new ArrayList<>();

    SegmentReader(Path path) {
        this.path = path;
    }

    Path path() {
        return path;
    }

    /// Returns the contents of the file after group `after`, which never decreases.
    Optional<Segment.Contents> read(long after) throws IOException {
        groups.removeIf(group -> group.n() <= after);
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            Optional<Segment.Head> head = Segment.head(bytes(channel, 0, Segment.HEAD_BYTES));
            if (head.isEmpty()) return Optional.empty();
            if (head.get().equals(known)) {
                readOn(channel, head.get().generation());
                return Optional.of(new Segment.Contents(head.get(), List.copyOf(groups), end));
            }
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
        return readWhole(after);
    }

    private Optional<Segment.Contents> readWhole(long after) throws IOException {
        Optional<Segment.Contents> contents = Segment.read(path);
        known = contents.map(Segment.Contents::head).orElse(null);
        end = contents.map(Segment.Contents::end).orElse(0);
        groups.clear();
        contents.stream()
                .flatMap(each -> each.groups().stream())
                .filter(group -> group.n() > after)
                .map(Segment.Group::alone)
                .forEach(groups::add);
        return contents;
    }

    private void readOn(FileChannel channel, long generation) throws IOException {
        while (true) {
            byte[] head = bytes(channel, end, Segment.FRAME_HEAD_BYTES);
            int length = head.length < Integer.BYTES ? 0 : ByteBuffer.wrap(head).getInt();
            long left = channel.size() - end - Segment.FRAME_HEAD_BYTES;
            if (length <= 0 || length > left) return;
            byte[] frame = bytes(channel, end, Segment.FRAME_HEAD_BYTES + length);
            if (!Segment.isFrame(frame, 0, generation)) return;
            groups.add(Segment.group(frame, 0));
            end += frame.length;
        }
    }

    /// Returns the bytes from `at`, fewer at the end of the file.
    private static byte[] bytes(FileChannel channel, long at, int count) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(count);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, at + bytes.position()) < 0) break;
        }
        bytes.flip();
        byte[] read = new byte[bytes.remaining()];
        bytes.get(read);
        return read;
    }
}
