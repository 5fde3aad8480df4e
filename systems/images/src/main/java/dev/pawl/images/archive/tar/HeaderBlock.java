package dev.pawl.images.archive.tar;

import static dev.pawl.images.archive.tar.BlockSource.BLOCK;

import dev.pawl.images.archive.rule.ArchiveRule;
import dev.pawl.images.archive.rule.ArchiveViolation;
import dev.pawl.images.archive.rule.EscapedText;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// One block of 512 bytes as a tar header.
///
/// Numbers are octal digits, or GNU's binary form if they do not fit.
final class HeaderBlock {
    private static final Field NAME = new Field("name", 0, 100);
    private static final Field MODE = new Field("mode", 100, 8);
    private static final Field UID = new Field("uid", 108, 8);
    private static final Field GID = new Field("gid", 116, 8);
    private static final Field SIZE = new Field("size", 124, 12);
    private static final Field MTIME = new Field("mtime", 136, 12);
    private static final Field CHECKSUM = new Field("checksum", 148, 8);
    private static final Field LINK = new Field("link name", 157, 100);
    private static final Field PREFIX = new Field("prefix", 345, 155);
    private static final Field REAL_SIZE = new Field("real size", 483, 12);
    private static final int TYPE = 156;
    private static final int MAGIC = 257;
    private static final int IS_EXTENDED = 482;
    private static final int SPARSE_AT = 386;
    private static final int SPARSE_COUNT = 4;
    private static final int EXTENSION_COUNT = 21;
    private static final int EXTENSION_IS_EXTENDED = 504;
    private static final long OWNER_MAX = 0xffff_fffeL;

    private final byte[] block;

    HeaderBlock(byte[] block) {
        this.block = block;
    }

    /// Refuses a stream that starts with neither a header nor the end of an archive.
    static void expectTar(byte[] block, int read) throws ArchiveViolation {
        if (read == 0)
            throw ArchiveViolation.of(ArchiveRule.EMPTY, "expected a tar, found no bytes at all");
        HeaderBlock header = new HeaderBlock(block);
        if (read == BLOCK && (header.isZero() || header.isSound())) return;
        String found = EscapedText.bytes(block, read);
        if (read == BLOCK && header.starts("ustar")) {
            throw ArchiveViolation.of(
                    ArchiveRule.HEADER,
                    "expected a correct checksum in the first header, at " + found);
        }
        throw ArchiveViolation.of(
                ArchiveRule.NOT_A_TAR,
                "expected a tar, found %s%s"
                        .formatted(found, read < BLOCK ? " in %d bytes".formatted(read) : ""));
    }

    boolean isZero() {
        return Arrays.equals(block, new byte[BLOCK]);
    }

    /// Returns whether the checksum is correct; old programs summed signed bytes.
    boolean isSound() {
        long unsigned = 0;
        long signed = 0;
        for (int i = 0; i < BLOCK; i++) {
            boolean isSum = i >= CHECKSUM.at() && i < CHECKSUM.at() + CHECKSUM.length();
            byte value = isSum ? (byte) ' ' : block[i];
            unsigned += value & 0xff;
            signed += value;
        }
        try {
            long stored = octal(block, CHECKSUM.at(), CHECKSUM.length());
            return stored == unsigned || stored == signed;
        } catch (NumberFormatException _) {
            return false;
        }
    }

    char type() {
        return (char) (block[TYPE] & 0xff);
    }

    /// Returns the name, with the prefix that ustar has for long ones.
    byte[] name() {
        byte[] name = text(NAME);
        // GNU's own format has other fields in place of the prefix.
        boolean isUstar = starts("ustar\0");
        byte[] prefix = isUstar ? text(PREFIX) : new byte[0];
        if (prefix.length == 0) return name;
        byte[] both = Arrays.copyOf(prefix, prefix.length + 1 + name.length);
        both[prefix.length] = '/';
        System.arraycopy(name, 0, both, prefix.length + 1, name.length);
        return both;
    }

    byte[] link() {
        return text(LINK);
    }

    long size() throws ArchiveViolation {
        return notNegative(SIZE);
    }

    int mode() throws ArchiveViolation {
        return (int) (number(MODE) & 07777);
    }

    int uid() throws ArchiveViolation {
        return owner(UID);
    }

    int gid() throws ArchiveViolation {
        return owner(GID);
    }

    long mtime() throws ArchiveViolation {
        return number(MTIME);
    }

    /// Returns the size of an old GNU sparse file, with its holes.
    long realSize() throws ArchiveViolation {
        return notNegative(REAL_SIZE);
    }

    /// Returns whether a block with more parts of a sparse file follows.
    boolean hasExtension() {
        return block[IS_EXTENDED] != 0;
    }

    boolean hasFurtherExtension() {
        return block[EXTENSION_IS_EXTENDED] != 0;
    }

    /// Adds the parts of a sparse file in this header.
    void addParts(SparseMap.Builder parts) throws ArchiveViolation {
        addParts(parts, SPARSE_AT, SPARSE_COUNT);
    }

    /// Adds the parts of a sparse file in this extension block.
    void addFurtherParts(SparseMap.Builder parts) throws ArchiveViolation {
        addParts(parts, 0, EXTENSION_COUNT);
    }

    private void addParts(SparseMap.Builder parts, int at, int count) throws ArchiveViolation {
        for (int i = 0; i < count; i++) {
            int start = at + i * 24;
            if (block[start + 12] == 0) return;
            parts.add(
                    notNegative(new Field("sparse offset", start, 12)),
                    notNegative(new Field("sparse length", start + 12, 12)));
        }
    }

    private int owner(Field field) throws ArchiveViolation {
        long value = notNegative(field);
        if (value > OWNER_MAX) {
            throw malformed(
                    field, "expected a number up to %d, found %d".formatted(OWNER_MAX, value));
        }
        return (int) value;
    }

    private long notNegative(Field field) throws ArchiveViolation {
        long value = number(field);
        if (value < 0) {
            throw new ArchiveViolation(
                    ArchiveRule.SIZE,
                    shownName(),
                    "expected a %s that is not negative, found %d".formatted(field.name(), value));
        }
        return value;
    }

    private long number(Field field) throws ArchiveViolation {
        try {
            return parse(block, field.at(), field.length());
        } catch (NumberFormatException e) {
            throw malformed(field, String.valueOf(e.getMessage()));
        }
    }

    private ArchiveViolation malformed(Field field, String detail) {
        return new ArchiveViolation(
                ArchiveRule.HEADER, shownName(), "%s: %s".formatted(field.name(), detail));
    }

    private String shownName() {
        return new String(name(), StandardCharsets.UTF_8);
    }

    private byte[] text(Field field) {
        int end = field.at();
        while (end < field.at() + field.length() && block[end] != 0) end++;
        return Arrays.copyOfRange(block, field.at(), end);
    }

    private boolean starts(String magic) {
        byte[] expected = magic.getBytes(StandardCharsets.US_ASCII);
        return Arrays.equals(block, MAGIC, MAGIC + expected.length, expected, 0, expected.length);
    }

    /// Returns the number in a field.
    ///
    /// @throws NumberFormatException saying what was expected and found
    private static long parse(byte[] block, int at, int length) {
        return (block[at] & 0x80) != 0 ? binary(block, at, length) : octal(block, at, length);
    }

    /// Returns a number of octal digits between blanks and NULs; an empty field is 0.
    private static long octal(byte[] block, int at, int length) {
        int from = at;
        int end = at + length;
        while (from < end && isBlank(block[from])) from++;
        long value = 0;
        for (int i = from; i < end; i++) {
            if (isBlank(block[i])) {
                // Bytes after the first blank are left over from earlier use of the field.
                break;
            }
            if (block[i] < '0' || block[i] > '7') throw notOctal(block, at, length);
            value = value << 3 | (block[i] - '0');
        }
        return value;
    }

    /// The first bit marks the binary form, the second is the sign; big-endian.
    private static long binary(byte[] block, int at, int length) {
        boolean isNegative = (block[at] & 0x40) != 0;
        long value = isNegative ? -1 : 0;
        for (int i = 0; i < length; i++) {
            int bits = i == 0 ? (block[at] & 0x7f) | (isNegative ? 0x80 : 0) : block[at + i] & 0xff;
            long shifted = value << 8;
            if (shifted >> 8 != value) {
                throw new NumberFormatException("expected at most 63 bits, found more");
            }
            value = shifted | bits;
        }
        return value;
    }

    private static boolean isBlank(byte value) {
        return value == ' ' || value == 0;
    }

    private static NumberFormatException notOctal(byte[] block, int at, int length) {
        byte[] field = Arrays.copyOfRange(block, at, at + length);
        return new NumberFormatException(
                "expected octal digits, found " + EscapedText.bytes(field, length));
    }

    private record Field(String name, int at, int length) {}
}
