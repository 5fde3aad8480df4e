package dev.pawl.images.archive;

import static dev.pawl.images.archive.BlockSource.BLOCK;

import java.io.IOException;
import java.util.Arrays;

/// Where the stored parts of a sparse file lie in it; all between them are holes.
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

    /// Collects the parts of a map in the order in which they are told.
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

        /// Returns the map of a file of `size` bytes of which `stored` are there.
        SparseMap build(long size, long stored) throws Refusal {
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
                throw new Refusal(
                        Rule.SPARSE,
                        entry,
                        "expected parts of %d bytes as stored, found %d".formatted(stored, sum));
            }
            return new SparseMap(offsets, lengths, size);
        }

        private Refusal misplaced(int part, long size) {
            return new Refusal(
                    Rule.SPARSE,
                    entry,
                    "expected parts in order inside %d bytes, found part %d at %d with %d bytes"
                            .formatted(size, part, numbers[2 * part], numbers[2 * part + 1]));
        }
    }

    /// The ways in which archives tell the map of a sparse file.
    static final class SparseForms {
        private final Source source;
        private final String entry;
        private int taken;

        SparseForms(Source source, String entry) {
            this.source = source;
            this.entry = entry;
        }

        /// Reads the map of GNU's old form: some parts in the header, more in blocks behind it.
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
        SparseMap.Builder inText(String text) throws Refusal {
            var parts = new SparseMap.Builder(entry);
            if (text.isEmpty()) return parts;
            String[] numbers = text.split(",", -1);
            if (numbers.length % 2 != 0) {
                throw new Refusal(
                        Rule.SPARSE,
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

        /// Reads a map that is in front of the data: a count and pairs, a decimal number on each
        /// line.
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
                throw new Refusal(
                        Rule.SPARSE,
                        entry,
                        "expected a map of at most %d bytes"
                                .formatted(TarReader.EXTENDED_BYTES_MAX));
            }
            byte[] block = new byte[BLOCK];
            source.need(block, BLOCK);
            return block;
        }

        /// Gives blocks of the archive.
        interface Source {
            void need(byte[] bytes, int length) throws IOException;
        }

        /// Numbers on lines in as many blocks as they take.
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
                        throw new Refusal(
                                Rule.SPARSE,
                                entry,
                                "expected a number on a line, found '%s'"
                                        .formatted(Escaped.shortened(digits.toString())));
                    }
                }
            }
        }
    }
}
