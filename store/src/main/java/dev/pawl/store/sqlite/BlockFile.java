package dev.pawl.store.sqlite;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Optional;

/// A [SystemFile] that is written in whole blocks, which is what a file without the system's cache
/// demands.
///
/// A write may start in the middle of a block only where the previous write ended: the bytes before
/// it are written again. What follows it in its last block becomes zero.
///
/// Used by one thread at a time.
final class BlockFile implements AutoCloseable {
    /// A multiple of the blocks of disks.
    static final int BLOCK_BYTES = 4_096;

    private static final int MEMORY_BYTES_MIN = 64 << 10;

    /// The largest piece that is passed to the system at once, and the largest memory that is kept.
    private static final int MEMORY_BYTES_MAX = 4 << 20;

    private final SystemFile file;
    private final int block;
    private MemorySegment memory = allocated(MEMORY_BYTES_MIN);

    /// The last block of the previous write, if it is not full, and where that write ended; 0 if it
    /// failed.
    private final byte[] last;

    private long end;

    private BlockFile(SystemFile file, int block) {
        this.file = file;
        this.block = block;
        this.last = new byte[block];
    }

    /// Opens a file that exists, in blocks of one byte, with the system's cache; empty if this
    /// system has other functions or other names for it.
    static Optional<BlockFile> cached(Path path) {
        return SystemFile.open(path, true).map(file -> new BlockFile(file, 1));
    }

    /// Opens a file that exists, in blocks of this size, without the system's cache; empty also if
    /// the file system has no such files.
    static Optional<BlockFile> uncached(Path path, int block) {
        return SystemFile.open(path, false).map(file -> new BlockFile(file, block));
    }

    /// Returns whether the next write may start at this position.
    boolean accepts(long at) {
        return at == end || at % block == 0;
    }

    /// Writes the first `length` bytes at a position, and returns when they are on the disk.
    void write(long at, byte[] bytes, int length) throws IOException {
        end = 0;
        int from = 0;
        while (from < length) {
            int before = (int) ((at + from) % block);
            int piece = Math.min(length - from, MEMORY_BYTES_MAX - before);
            int size = filled(before, bytes, from, piece);
            file.write(at + from - before, memory, size);
            keepLast(before + piece);
            from += piece;
        }
        end = at + length;
    }

    /// Fills the memory with the start of the first block, the bytes, and zeros up to the end of
    /// the last block, and returns the size of the blocks.
    private int filled(int before, byte[] bytes, int from, int length) {
        int used = before + length;
        int size = Math.ceilDiv(used, block) * block;
        if (memory.byteSize() < size) {
            memory = allocated(Math.min(MEMORY_BYTES_MAX, Integer.highestOneBit(size) << 1));
        }
        MemorySegment.copy(last, 0, memory, ValueLayout.JAVA_BYTE, 0, before);
        MemorySegment.copy(bytes, from, memory, ValueLayout.JAVA_BYTE, before, length);
        memory.asSlice(used, size - used).fill((byte) 0);
        return size;
    }

    private void keepLast(int used) {
        int count = used % block;
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, used - count, last, 0, count);
    }

    private static MemorySegment allocated(int bytes) {
        return Arena.ofAuto().allocate(bytes, BLOCK_BYTES);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
