package dev.pawl.images.archive.tar;

import static dev.pawl.images.archive.tar.BlockSource.BLOCK;

import dev.pawl.images.archive.rule.ArchiveLimits;
import dev.pawl.images.archive.rule.ArchiveRule;
import dev.pawl.images.archive.rule.ArchiveViolation;
import dev.pawl.images.archive.rule.EscapedText;
import dev.pawl.images.archive.tar.FileBytes.Span;
import dev.pawl.images.archive.tar.SparseMap.SparseForms;
import dev.pawl.images.archive.tar.TarEntry.EntryType;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/// Reads a tar from start to end: v7, ustar, GNU and POSIX headers.
///
/// What two programs could understand differently is refused: two extended headers for one entry,
/// data of entries that have none, a single block of zeros in the middle.
public final class TarReader {
    /// The maximum size of an extended header, a long name or a sparse map.
    static final int EXTENDED_BYTES_MAX = 1 << 20;

    /// How many global headers there may be.
    private static final int GLOBALS_MAX = 1_000;

    private final BlockSource source;
    private final ArchiveLimits limits;
    private final boolean isSloppy;

    private PaxRecords global = PaxRecords.NONE;
    private int globals;
    private long entries;
    private boolean isEnded;

    // The current entry: its name, the rest of its stored data, the padding after it, its holes.
    private String name = "";
    private long remaining;
    private long padding;
    private @Nullable SparseMap sparse;

    /// With `isSloppy` an archive may lack its end-of-archive blocks.
    public TarReader(InputStream in, ArchiveLimits limits, boolean isSloppy) {
        this.source = new BlockSource(in);
        this.limits = limits;
        this.isSloppy = isSloppy;
    }

    /// Returns the next entry, or null at the end; the rest of the previous entry is skipped.
    public @Nullable TarEntry next() throws IOException {
        if (isEnded) return null;
        leave();
        var headers = new EntryHeaders();
        while (true) {
            HeaderBlock header = header();
            if (header == null) {
                headers.expectNone();
                isEnded = true;
                return null;
            }
            switch (header.type()) {
                case 'x' -> headers.pax(PaxRecords.parse(extension(header), false));
                case 'g' -> addGlobal(PaxRecords.parse(extension(header), true));
                case 'L' -> headers.longName(extension(header));
                case 'K' -> headers.longLink(extension(header));
                case 'V' -> extension(header);
                default -> {
                    return entry(header, headers);
                }
            }
        }
    }

    /// Returns how many entries were read.
    public long entries() {
        return entries;
    }

    /// Returns where the stored data of the current entry is in the stream.
    public Span data() {
        return new Span(source.offset(), remaining);
    }

    public boolean isSparse() {
        return sparse != null;
    }

    /// Passes the whole content of the current entry to `to`.
    public void content(Blocks to) throws IOException {
        SparseMap map = sparse;
        if (map == null) {
            copy(remaining, to);
            return;
        }
        long at = 0;
        for (int i = 0; i < map.parts(); i++) {
            if (map.offset(i) > at) to.hole(map.offset(i) - at);
            copy(map.length(i), to);
            at = map.offset(i) + map.length(i);
        }
        if (map.size() > at) to.hole(map.size() - at);
    }

    /// Reads to the end of the stream; returns how many bytes follow the archive, without padding.
    public long finish() throws IOException {
        long trailing = 0;
        int piece;
        while ((piece = source.piece(Long.MAX_VALUE)) > 0) {
            trailing += trailing > 0 ? piece : piece - zeros(piece);
            source.take(piece);
        }
        return trailing;
    }

    /// Returns how many zeros precede the first other byte.
    private int zeros(int piece) {
        int zeros = 0;
        while (zeros < piece && source.buffer()[source.position() + zeros] == 0) zeros++;
        return zeros;
    }

    private TarEntry entry(HeaderBlock header, EntryHeaders headers) throws IOException {
        entries++;
        PaxRecords pax = headers.mergedOver(global);
        String path = headers.path(header, pax);
        name = path;
        char flag = header.type();
        EntryType type = type(flag, path);
        long stored = pax.number("size", header.size());
        boolean mayStore = type == EntryType.FILE || flag == 'D';
        if (stored > 0 && !mayStore) {
            throw new ArchiveViolation(
                    ArchiveRule.SIZE,
                    path,
                    "expected no data for a %s, found %d bytes".formatted(type, stored));
        }
        bound(stored);
        remaining = stored;
        padding = -stored & (BLOCK - 1);
        sparse = null;
        if (type == EntryType.FILE) sparse = sparse(header, pax);
        long size = sparse == null ? stored : sparse.size();
        bound(size);
        String link = headers.link(header, pax);
        return new TarEntry(
                type,
                path,
                link,
                type == EntryType.FILE ? size : 0,
                headers.attributes(header, pax));
    }

    private static EntryType type(char flag, String path) throws ArchiveViolation {
        return switch (flag) {
            // Old programs mark a directory by a trailing slash.
            case '\0', '0', '7' -> path.endsWith("/") ? EntryType.DIRECTORY : EntryType.FILE;
            case 'S' -> EntryType.FILE;
            case '1' -> EntryType.HARD_LINK;
            case '2' -> EntryType.SYMLINK;
            case '3' -> EntryType.CHARACTER_DEVICE;
            case '4' -> EntryType.BLOCK_DEVICE;
            case '5', 'D' -> EntryType.DIRECTORY;
            case '6' -> EntryType.FIFO;
            default ->
                    throw new ArchiveViolation(
                            ArchiveRule.ENTRY_TYPE,
                            path,
                            "expected a file, directory, link, device or FIFO, found type '%s'"
                                    .formatted(EscapedText.of(String.valueOf(flag))));
        };
    }

    private void bound(long size) throws ArchiveViolation {
        if (size > limits.fileBytes()) {
            throw new ArchiveViolation(
                    ArchiveRule.FILE_SIZE,
                    name,
                    "expected at most %d bytes, found %d declared"
                            .formatted(limits.fileBytes(), size));
        }
    }

    private @Nullable SparseMap sparse(HeaderBlock header, PaxRecords pax) throws IOException {
        var maps = new SparseForms(this::need, name);
        if (header.type() == 'S') {
            SparseMap.Builder parts = maps.old(header);
            return parts.build(header.realSize(), remaining);
        }
        if (!pax.isSparse()) return null;
        if (pax.number("GNU.sparse.major", 0) == 1) {
            long before = source.offset();
            SparseMap.Builder parts = maps.inData();
            remaining -= source.offset() - before;
            return parts.build(pax.number("GNU.sparse.realsize", -1), remaining);
        }
        long size = pax.number("GNU.sparse.size", pax.number("GNU.sparse.realsize", -1));
        return maps.inText(pax.sparseMap()).build(size, remaining);
    }

    private void addGlobal(PaxRecords records) throws ArchiveViolation {
        if (++globals > GLOBALS_MAX) {
            throw ArchiveViolation.of(
                    ArchiveRule.EXTENDED_HEADER,
                    "expected at most %d global headers".formatted(GLOBALS_MAX));
        }
        global = global.with(records);
    }

    /// Reads the data of an extended header.
    private byte[] extension(HeaderBlock header) throws IOException {
        long size = header.size();
        if (size > EXTENDED_BYTES_MAX) {
            throw ArchiveViolation.of(
                    ArchiveRule.EXTENDED_HEADER,
                    "expected at most %d bytes, found %d".formatted(EXTENDED_BYTES_MAX, size));
        }
        byte[] data = new byte[(int) size];
        need(data, data.length);
        skip(-size & (BLOCK - 1));
        return data;
    }

    /// Returns the next header, or null at the end of the archive.
    private @Nullable HeaderBlock header() throws IOException {
        byte[] block = new byte[BLOCK];
        boolean isFirst = source.offset() == 0;
        int read = source.read(block, 0, BLOCK);
        if (isFirst) HeaderBlock.expectTar(block, read);
        if (read == 0) {
            if (!isSloppy) throw truncated("end-of-archive blocks", "the end of the file");
            return null;
        }
        if (read < BLOCK) throw truncated("a header of %d bytes".formatted(BLOCK), read + " bytes");
        HeaderBlock header = new HeaderBlock(block);
        if (header.isZero()) {
            expectSecondZeros(block);
            return null;
        }
        if (!header.isSound()) {
            throw ArchiveViolation.of(
                    ArchiveRule.HEADER,
                    "expected a header after entry '%s', found a block with a wrong checksum: %s"
                            .formatted(
                                    EscapedText.shortened(name), EscapedText.bytes(block, BLOCK)));
        }
        return header;
    }

    private void expectSecondZeros(byte[] block) throws IOException {
        int read = source.read(block, 0, BLOCK);
        if (read < BLOCK) {
            if (!isSloppy) throw truncated("two end-of-archive blocks", "one");
        } else if (!new HeaderBlock(block).isZero()) {
            throw ArchiveViolation.of(
                    ArchiveRule.HEADER,
                    "expected two blocks of zeros at the end, found one and then "
                            + EscapedText.bytes(block, BLOCK));
        }
    }

    /// Skips to the end of the current entry.
    private void leave() throws IOException {
        skip(remaining + padding);
        remaining = 0;
        padding = 0;
    }

    private void copy(long length, Blocks to) throws IOException {
        long left = length;
        while (left > 0) {
            int piece = source.piece(left);
            if (piece == 0) throw truncated(length + " bytes of data", (length - left) + " bytes");
            to.data(source.buffer(), source.position(), piece);
            source.take(piece);
            left -= piece;
        }
        remaining -= length;
    }

    private void need(byte[] bytes, int length) throws IOException {
        int read = source.read(bytes, 0, length);
        if (read < length) throw truncated(length + " bytes of a header", read + " bytes");
    }

    private void skip(long bytes) throws IOException {
        long skipped = source.skip(bytes);
        if (skipped < bytes) throw truncated(bytes + " more bytes", skipped + " bytes");
    }

    private ArchiveViolation truncated(String expected, String found) {
        return new ArchiveViolation(
                ArchiveRule.TRUNCATED,
                name,
                "expected %s at or after this entry, found %s".formatted(expected, found));
    }

    /// Receives the content of a file in chunks, from start to end.
    public interface Blocks {
        /// Ignores the content.
        Blocks NONE =
                new Blocks() {
                    @Override
                    public void data(byte[] bytes, int from, int length) {}

                    @Override
                    public void hole(long length) {}
                };

        void data(byte[] bytes, int from, int length) throws IOException;

        /// Receives `length` zeros that need not be stored.
        void hole(long length) throws IOException;
    }
}
