package dev.pawl.images.archive.tar;

import static dev.pawl.images.archive.tar.BlockSource.BLOCK;

import dev.pawl.images.archive.rule.ArchiveRule;
import dev.pawl.images.archive.rule.ArchiveViolation;
import dev.pawl.images.archive.rule.EscapedText;
import java.io.IOException;
import java.util.Arrays;

/// Where the stored parts of a sparse file are; everything between them is a hole.
final class SparseMap {
    private final long[] offsets;
    private final long[] lengths;
    private final long size;

    private SparseMap(long[] offsets, long[] lengths, long size) {
        this.offsets = offsets;
        this.lengths = lengths;
        this.size = size;
    }

    int parts() {
        return offsets.length;
    }

    long offset(int part) {
        return offsets[part];
    }

    long length(int part) {
        return lengths[part];
    }

    /// Returns the size of the file, with its holes.
    long size() {
        return size;
    }

    /// Collects the parts of a map in the order of the archive.
    static final class Builder {
        private final String entry;
        private long[] numbers = new long[8];
        private int count;

        Builder(String entry) {
            this.entry = entry;
        }

        void add(long offset, long length) {
            if (count + 2 > numbers.length) numbers = Arrays.copyOf(numbers, 2 * count);
            numbers[count++] = offset;
            numbers[count++] = length;
        }

        /// Returns the map of a file of `size` bytes, of which `stored` bytes are in the archive.
        SparseMap build(long size, long stored) throws ArchiveViolation {
            int parts = count / 2;
            long[] offsets = new long[parts];
            long[] lengths = new long[parts];
            long end = 0;
            long sum = 0;
            for (int i = 0; i < parts; i++) {
                offsets[i] = numbers[2 * i];
                lengths[i] = numbers[2 * i + 1];
                boolean isInside =
                        offsets[i] >= end && lengths[i] >= 0 && lengths[i] <= size - offsets[i];
                if (!isInside) throw misplaced(i, size);
                end = offsets[i] + lengths[i];
                sum += lengths[i];
            }
            if (sum != stored) {
                throw new ArchiveViolation(
                        ArchiveRule.SPARSE,
                        entry,
                        "expected parts of %d bytes as stored, found %d".formatted(stored, sum));
            }
            return new SparseMap(offsets, lengths, size);
        }

        private ArchiveViolation misplaced(int part, long size) {
            return new ArchiveViolation(
                    ArchiveRule.SPARSE,
                    entry,
                    "expected parts in order inside %d bytes, found part %d at %d with %d bytes"
                            .formatted(size, part, numbers[2 * part], numbers[2 * part + 1]));
        }
    }

    /// Reads the map of a sparse file in each of its formats.
    static final class SparseForms {
        private final Source source;
        private final String entry;
        private int taken;

        SparseForms(Source source, String entry) {
            this.source = source;
            this.entry = entry;
        }

        /// Reads the map of GNU's old format: some parts in the header, more in blocks after it.
        SparseMap.Builder old(HeaderBlock header) throws IOException {
            var parts = new SparseMap.Builder(entry);
            header.addParts(parts);
            boolean isMore = header.hasExtension();
            while (isMore) {
                HeaderBlock block = new HeaderBlock(block());
                block.addFurtherParts(parts);
                isMore = block.hasFurtherExtension();
            }
            return parts;
        }

        /// Reads a map of offsets and lengths between commas.
        SparseMap.Builder inText(String text) throws ArchiveViolation {
            var parts = new SparseMap.Builder(entry);
            if (text.isEmpty()) return parts;
            String[] numbers = text.split(",", -1);
            if (numbers.length % 2 != 0) {
                throw new ArchiveViolation(
                        ArchiveRule.SPARSE,
                        entry,
                        "expected pairs, found %d numbers".formatted(numbers.length));
            }
            for (int i = 0; i < numbers.length; i += 2) {
                parts.add(
                        PaxRecords.number("sparse offset", numbers[i]),
                        PaxRecords.number("sparse length", numbers[i + 1]));
            }
            return parts;
        }

        /// Reads a map before the data: a count and pairs, one decimal number per line.
        SparseMap.Builder inData() throws IOException {
            var parts = new SparseMap.Builder(entry);
            var lines = new Lines();
            long count = lines.next();
            for (long i = 0; i < count; i++) parts.add(lines.next(), lines.next());
            return parts;
        }

        private byte[] block() throws IOException {
            taken += BLOCK;
            if (taken > TarReader.EXTENDED_BYTES_MAX) {
                throw new ArchiveViolation(
                        ArchiveRule.SPARSE,
                        entry,
                        "expected a map of at most %d bytes"
                                .formatted(TarReader.EXTENDED_BYTES_MAX));
            }
            byte[] block = new byte[BLOCK];
            source.need(block, BLOCK);
            return block;
        }

        /// Supplies blocks of the archive.
        interface Source {
            void need(byte[] bytes, int length) throws IOException;
        }

        /// Reads numbers, one per line, from as many blocks as needed.
        private final class Lines {
            private static final int DIGITS_MAX = 19;

            private byte[] block = new byte[0];
            private int at;

            long next() throws IOException {
                StringBuilder digits = new StringBuilder();
                while (true) {
                    if (at == block.length) {
                        block = block();
                        at = 0;
                    }
                    char digit = (char) (block[at++] & 0xff);
                    if (digit == '\n') return PaxRecords.number("sparse map", digits.toString());
                    if (digits.append(digit).length() > DIGITS_MAX) {
                        throw new ArchiveViolation(
                                ArchiveRule.SPARSE,
                                entry,
                                "expected a number on a line, found '%s'"
                                        .formatted(EscapedText.shortened(digits.toString())));
                    }
                }
            }
        }
    }
}
