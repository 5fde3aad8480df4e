package dev.pawl.store.sqlite;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/// One file of the journal: a header, followed by frames, one for each group of commits.
///
/// The file is filled with zeros before it is used, so that a write changes no metadata: a small
/// part at first, then twice as much whenever that is full. When the file is reused, old frames
/// remain behind the new ones; they are not mistaken for new ones because a frame's checksum
/// includes the generation in the header.
public final class Segment implements AutoCloseable {
    /// How large a file becomes; a larger group makes it larger.
    static final int BYTES = 16 << 20;

    static final int FRAME_HEAD_BYTES = 2 * Integer.BYTES + Long.BYTES;

    static final int HEAD_BYTES = 4_096;
    private static final int HEAD_CHECKED_BYTES = 4 * Long.BYTES;
    private static final int FIRST_BYTES = 1 << 20;
    private static final byte[] ZEROS = new byte[1 << 20];
    private static final long MAGIC = 0x5041_574c_4a52_4e31L;

    private final SyncedFile file;
    private long allocated;
    private long generation;
    private byte[] head = new byte[0];
    private long position = HEAD_BYTES;
    private long last;

    private Segment(SyncedFile file) {
        this.file = file;
    }

    /// Opens a file, which is created with a first size if it does not exist.
    static Segment open(Path path) throws IOException {
        boolean made = Files.exists(path) && Files.size(path) >= FIRST_BYTES;
        if (!made) {
            Files.deleteIfExists(path);
            Files.createFile(path, OwnerOnly.file());
        }
        Segment segment = new Segment(SyncedFile.open(path));
        try {
            segment.allocate(FIRST_BYTES);
        } catch (IOException | RuntimeException | Error e) {
            segment.close();
            // A partial file would occupy space that others need.
            Files.deleteIfExists(path);
            throw e;
        }
        if (!made) forceDirectory(path);
        return segment;
    }

    private static void forceDirectory(Path path) throws IOException {
        try (FileChannel directory =
                FileChannel.open(path.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
            directory.force(true);
        }
    }

    /// Extends the file to this size, or restores the previous size if that fails.
    private void allocate(long bytes) throws IOException {
        long before = file.length();
        try {
            for (long at = before; at < bytes; at += ZEROS.length) {
                int length = (int) Math.min(ZEROS.length, bytes - at);
                file.writeCached(at, ZEROS, length);
            }
        } catch (IOException e) {
            file.setLength(before);
            throw e;
        }
        allocated = Math.max(before, bytes);
    }

    /// Starts again with group `first`: the contents of the file are no longer needed. The header
    /// is written with the first frame, so the old contents remain until then.
    void start(long store, long number, long first) {
        generation = number;
        ByteBuffer bytes = ByteBuffer.allocate(HEAD_BYTES);
        bytes.putLong(MAGIC).putLong(store).putLong(number).putLong(first);
        bytes.putInt(checksum(bytes.array(), 0, HEAD_CHECKED_BYTES, 0));
        head = bytes.array();
        position = HEAD_BYTES;
        last = 0;
    }

    boolean hasRoom(int frameBytes) {
        return position + frameBytes <= BYTES;
    }

    /// Returns the number of the last group in this file, or 0.
    long last() {
        return last;
    }

    /// Appends a frame of this length, whose first bytes are reserved for its header, and returns
    /// when it is on the disk.
    void append(long n, byte[] frame, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(frame);
        bytes.putInt(0, length - FRAME_HEAD_BYTES);
        bytes.putLong(2 * Integer.BYTES, n);
        int checked = 2 * Integer.BYTES;
        bytes.putInt(Integer.BYTES, checksum(frame, checked, length - checked, generation));
        long end = position + length;
        if (end > allocated) allocate(Math.max(blockEnd(end), Math.min(2 * allocated, BYTES)));
        if (head.length == 0) {
            file.write(position, frame, length);
        } else {
            byte[] both = new byte[head.length + length];
            System.arraycopy(head, 0, both, 0, head.length);
            System.arraycopy(frame, 0, both, head.length, length);
            file.write(0, both, both.length);
            head = new byte[0];
        }
        position += length;
        last = n;
    }

    /// A write fills its last block, which must not be longer than the file.
    private static long blockEnd(long end) {
        return Math.ceilDiv(end, BlockFile.BLOCK_BYTES) * BlockFile.BLOCK_BYTES;
    }

    /// Reads the contents of a file; empty if it was never used. Throws if a damaged frame is
    /// followed by a valid one: then data is lost.
    static Optional<Contents> read(Path path) throws IOException {
        if (!Files.exists(path)) return Optional.empty();
        byte[] bytes = Files.readAllBytes(path);
        return head(bytes).map(head -> new Image(path, bytes, head).contents());
    }

    /// Returns the header in the first bytes of a file; empty if the file was never used.
    static Optional<Head> head(byte[] bytes) {
        if (bytes.length < HEAD_BYTES) return Optional.empty();
        ByteBuffer from = ByteBuffer.wrap(bytes);
        boolean started =
                from.getLong(0) == MAGIC
                        && from.getInt(HEAD_CHECKED_BYTES)
                                == checksum(bytes, 0, HEAD_CHECKED_BYTES, 0);
        if (!started) return Optional.empty();
        long store = from.getLong(Long.BYTES);
        return Optional.of(
                new Head(store, from.getLong(2 * Long.BYTES), from.getLong(3 * Long.BYTES)));
    }

    /// Returns whether a complete frame of a generation starts at this byte.
    static boolean isFrame(byte[] bytes, int at, long generation) {
        if (at + FRAME_HEAD_BYTES > bytes.length) return false;
        ByteBuffer from = ByteBuffer.wrap(bytes);
        int length = from.getInt(at);
        if (length <= 0 || length > bytes.length - at - FRAME_HEAD_BYTES) return false;
        int checked = at + 2 * Integer.BYTES;
        return from.getInt(at + Integer.BYTES)
                == checksum(bytes, checked, Long.BYTES + length, generation);
    }

    /// Returns the group in the frame that starts at this byte.
    static Group group(byte[] bytes, int at) {
        ByteBuffer from = ByteBuffer.wrap(bytes);
        long n = from.getLong(at + 2 * Integer.BYTES);
        return new Group(n, bytes, at + FRAME_HEAD_BYTES, from.getInt(at));
    }

    /// The bytes of a file that has a header.
    @SuppressWarnings("ArrayRecordComponent")
    private record Image(Path path, byte[] bytes, Head head) {
        Contents contents() {
            List<Group> groups = new ArrayList<>();
            int at = HEAD_BYTES;
            long next = head.first();
            while (isFrame(bytes, at, head.generation())) {
                Group group = group(bytes, at);
                groups.add(group);
                at = group.from() + group.length();
                next = group.n() + 1;
            }
            requireEnd(at, next);
            return new Contents(head, groups, at);
        }

        /// Only the last write can be incomplete. A complete frame of a later group behind an
        /// incomplete one shows that the file is damaged.
        private void requireEnd(int end, long next) {
            ByteBuffer from = ByteBuffer.wrap(bytes);
            for (int at = end + 1; at + FRAME_HEAD_BYTES <= bytes.length; at++) {
                if (from.getLong(at) == 0) at = lastOfZeros(at);
                if (at + FRAME_HEAD_BYTES > bytes.length || from.getInt(at) <= 0) continue;
                long n = from.getLong(at + 2 * Integer.BYTES);
                boolean later = n >= next && n <= next + BYTES;
                if (!later || !isFrame(bytes, at, head.generation())) continue;
                throw new IllegalArgumentException(
                        "%s is damaged at byte %d: group %d is expected there, and group %d follows"
                                .formatted(path.getFileName(), end, next, n));
            }
        }

        /// Returns the last byte at which four zeros start, in the run of zeros that starts here.
        private int lastOfZeros(int from) {
            int at = from;
            while (at < bytes.length) {
                int to = Math.min(bytes.length, at + ZEROS.length);
                int found = Arrays.mismatch(bytes, at, to, ZEROS, 0, to - at);
                if (found >= 0) return at + found - Integer.BYTES;
                at = to;
            }
            return at;
        }
    }

    private static int checksum(byte[] bytes, int from, int length, long generation) {
        CRC32C sum = new CRC32C();
        sum.update(ByteBuffer.allocate(Long.BYTES).putLong(0, generation));
        sum.update(bytes, from, length);
        return (int) sum.getValue();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /// The header of a file: the store that it belongs to, how often the journal's files were
    /// started before, and the first group.
    record Head(long store, long generation, long first) {}

    /// The contents of a file: its header, its groups in order, and where they end.
    record Contents(Head head, List<Group> groups, int end) {}

    /// The commits of one group, as a part of an array.
    @SuppressWarnings("ArrayRecordComponent")
    record Group(long n, byte[] bytes, int from, int length) {

        /// Returns a copy in an array of its own.
        Group alone() {
            return new Group(n, Arrays.copyOfRange(bytes, from, from + length), 0, length);
        }
    }
}
