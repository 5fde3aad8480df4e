package dev.pawl.images.archive.tar;

import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import dev.pawl.images.archive.rule.ArchiveLimits;
import dev.pawl.images.archive.rule.ArchiveRule;
import dev.pawl.images.archive.rule.ArchiveViolation;
import java.io.IOException;
import java.io.InputStream;

/// How a file is compressed, detected by its first bytes and never by its name.
public enum Compression {
    NONE,
    GZIP,
    ZSTD;

    /// How many bytes are needed to detect the compression.
    public static final int HEAD_BYTES = 8;

    /// Larger windows are refused, so that an archive cannot demand arbitrary memory.
    private static final int ZSTD_WINDOW_LOG_MAX = 27;

    /// Returns the compression of a file by its first bytes; others are refused by name.
    public static Compression of(byte[] head) throws ArchiveViolation {
        if (starts(head, 0x1f, 0x8b)) return GZIP;
        if (starts(head, 0x28, 0xb5, 0x2f, 0xfd)) return ZSTD;
        // A skippable frame, which may come first: 0x184D2A50 to 0x184D2A5F.
        if (head.length > 3 && (head[0] & 0xf0) == 0x50 && starts(head, head[0], 0x2a, 0x4d, 0x18))
            return ZSTD;
        String other = other(head);
        if (!other.isEmpty()) {
            throw ArchiveViolation.of(
                    ArchiveRule.COMPRESSION,
                    "expected a tar, plain or compressed with gzip or zstd, found " + other);
        }
        return NONE;
    }

    /// Decompresses `raw`, which has `packedBytes` bytes; damage and too many bytes are an
    /// [ArchiveViolation].
    public InputStream open(InputStream raw, long packedBytes, ArchiveLimits limits)
            throws IOException {
        return switch (this) {
            case NONE -> raw;
            case GZIP -> new Expansion(new GzipBytes(raw), packedBytes, limits);
            case ZSTD -> new Expansion(new ZstdBytes(zstd(raw)), packedBytes, limits);
        };
    }

    private static ZstdInputStreamNoFinalizer zstd(InputStream raw) throws IOException {
        return new ZstdInputStreamNoFinalizer(raw).setLongMax(ZSTD_WINDOW_LOG_MAX);
    }

    private static String other(byte[] head) {
        if (starts(head, 'B', 'Z', 'h')) return "bzip2";
        if (starts(head, 0xfd, '7', 'z', 'X', 'Z', 0)) return "xz";
        if (starts(head, 'P', 'K', 3, 4) || starts(head, 'P', 'K', 5, 6)) return "a zip file";
        if (starts(head, 0x04, 0x22, 0x4d, 0x18)) return "lz4";
        if (starts(head, '7', 'z', 0xbc, 0xaf)) return "7-Zip";
        if (starts(head, 'L', 'Z', 'I', 'P')) return "lzip";
        if (starts(head, 0x1f, 0x9d)) return "compress (.Z)";
        return "";
    }

    private static boolean starts(byte[] head, int... magic) {
        if (head.length < magic.length) return false;
        for (int i = 0; i < magic.length; i++) {
            if (head[i] != (byte) magic[i]) return false;
        }
        return true;
    }

    /// Decompresses zstd and verifies the checksums of its frames; damage is an [ArchiveViolation].
    private static final class ZstdBytes extends BlockStream {
        private final ZstdInputStreamNoFinalizer in;

        ZstdBytes(ZstdInputStreamNoFinalizer in) {
            this.in = in;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            try {
                return in.read(bytes, from, length);
            } catch (ZstdIOException e) {
                ArchiveViolation refusal =
                        ArchiveViolation.of(
                                ArchiveRule.COMPRESSION,
                                "expected complete zstd frames, found damage: " + e.getMessage());
                refusal.initCause(e);
                throw refusal;
            }
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }

    /// A decompressed stream with bounded growth.
    private static final class Expansion extends BlockStream {
        private final InputStream in;
        private final long packedBytes;
        private final ArchiveLimits limits;
        private long bytes;

        Expansion(InputStream in, long packedBytes, ArchiveLimits limits) {
            this.in = in;
            this.packedBytes = packedBytes;
            this.limits = limits;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            int read = in.read(into, from, length);
            if (read > 0) count(read);
            return read;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }

        private void count(int read) throws ArchiveViolation {
            bytes += read;
            if (bytes > limits.streamBytes()) {
                throw ArchiveViolation.of(
                        ArchiveRule.TOTAL_SIZE,
                        "expected at most %d bytes of content, found a stream of more than %d"
                                .formatted(limits.totalBytes(), limits.streamBytes()));
            }
            boolean isFree = bytes <= limits.expansionFreeBytes();
            if (!isFree && bytes / limits.expansion() > packedBytes) {
                throw ArchiveViolation.of(
                        ArchiveRule.EXPANSION,
                        "expected at most %d bytes of each compressed one, found %d of %d"
                                .formatted(limits.expansion(), bytes, packedBytes));
            }
        }
    }
}
