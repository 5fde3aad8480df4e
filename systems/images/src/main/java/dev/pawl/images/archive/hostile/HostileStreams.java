package dev.pawl.images.archive.hostile;

import static dev.pawl.images.archive.hostile.HostileArchive.accepted;
import static dev.pawl.images.archive.hostile.HostileArchive.refused;
import static dev.pawl.images.archive.hostile.HostileArchive.strictly;

import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import dev.pawl.images.archive.hostile.HostileArchive.Maker;
import dev.pawl.images.archive.rule.ArchiveRule;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/// Files that are damaged, truncated, decompression bombs or not archives at all.
final class HostileStreams {
    /// More than the bytes for which any ratio is allowed.
    static final long BOMB_BYTES = 10_000_000;

    private HostileStreams() {}

    static List<HostileArchive> all() {
        return Stream.of(noArchives(), cut(), packed(), bombs(), harmless())
                .flatMap(List::stream)
                .toList();
    }

    private static List<HostileArchive> noArchives() {
        return List.of(
                refused("empty", ArchiveRule.EMPTY, _ -> {}),
                refused("zeros", ArchiveRule.EMPTY, out -> out.write(new byte[10240])),
                refused("garbage", ArchiveRule.NOT_A_TAR, text("<!DOCTYPE html>\n\u001b[2J", 40)),
                refused("short-garbage", ArchiveRule.NOT_A_TAR, text("not found", 1)),
                refused("zip", ArchiveRule.COMPRESSION, text("PK\3\4", 200)),
                refused("bzip2", ArchiveRule.COMPRESSION, text("BZh91AY", 100)));
    }

    private static List<HostileArchive> cut() {
        return List.of(
                refused(
                        "checksum",
                        ArchiveRule.HEADER,
                        out -> {
                            out.write(plain());
                            out.write(new TarHeader("rootfs/x").unsound());
                        }),
                refused("cut-in-header", ArchiveRule.TRUNCATED, out -> out.write(plain(), 0, 2100)),
                refused(
                        "cut-in-data",
                        ArchiveRule.TRUNCATED,
                        out -> out.write(plain(), 0, plain().length - 300)),
                strictly("cut-between-entries", ArchiveRule.TRUNCATED, out -> out.write(plain())),
                refused(
                        "one-block-of-zeros",
                        ArchiveRule.HEADER,
                        out -> {
                            out.write(plain());
                            out.write(new byte[TarWriter.BLOCK]);
                            out.write(new TarHeader("rootfs/hidden").block());
                        }));
    }

    private static List<HostileArchive> packed() {
        return List.of(
                refused(
                        "gzip-cut",
                        ArchiveRule.COMPRESSION,
                        out -> out.write(part(gzip(whole()), 0.7))),
                refused(
                        "gzip-checksum",
                        ArchiveRule.COMPRESSION,
                        out -> {
                            byte[] bytes = gzip(whole());
                            bytes[bytes.length - 6] ^= 1;
                            out.write(bytes);
                        }),
                refused(
                        "gzip-length",
                        ArchiveRule.COMPRESSION,
                        out -> {
                            byte[] bytes = gzip(whole());
                            bytes[bytes.length - 1] ^= 1;
                            out.write(bytes);
                        }),
                refused(
                        "gzip-garbage-behind",
                        ArchiveRule.COMPRESSION,
                        out -> {
                            out.write(gzip(whole()));
                            out.write("garbage".getBytes(StandardCharsets.UTF_8));
                        }),
                refused(
                        "gzip-in-gzip",
                        ArchiveRule.NOT_A_TAR,
                        out -> out.write(gzip(gzip(whole())))),
                refused(
                        "zstd-cut",
                        ArchiveRule.COMPRESSION,
                        out -> out.write(part(zstd(whole()), 0.7))),
                refused(
                        "zstd-checksum",
                        ArchiveRule.COMPRESSION,
                        out -> {
                            byte[] bytes = zstd(whole());
                            bytes[bytes.length - 1] ^= 1;
                            out.write(bytes);
                        }));
    }

    private static List<HostileArchive> bombs() {
        return List.of(
                refused(
                        "gzip-bomb",
                        ArchiveRule.EXPANSION,
                        out -> {
                            try (var packed = new GZIPOutputStream(out, 1 << 16)) {
                                packed.write(whole());
                                new TarWriter(packed).zeros(BOMB_BYTES);
                            }
                        }),
                refused(
                        "zstd-bomb",
                        ArchiveRule.EXPANSION,
                        out -> {
                            try (var packed = new ZstdOutputStreamNoFinalizer(out)) {
                                packed.write(whole());
                                new TarWriter(packed).zeros(BOMB_BYTES);
                            }
                        }));
    }

    private static List<HostileArchive> harmless() {
        return List.of(
                accepted(
                        "gzip-members",
                        out -> {
                            byte[] bytes = whole();
                            out.write(gzip(Arrays.copyOf(bytes, 1000)));
                            out.write(gzip(Arrays.copyOfRange(bytes, 1000, bytes.length)));
                        }),
                accepted("zstd", out -> out.write(zstd(whole()))),
                accepted(
                        "garbage-behind-the-end",
                        out -> {
                            out.write(whole());
                            out.write("garbage".repeat(100).getBytes(StandardCharsets.UTF_8));
                        }),
                accepted(
                        "second-archive-behind-the-end",
                        out -> {
                            out.write(whole());
                            new TarWriter(out).file("../../sentinel", "x").end();
                        }));
    }

    /// Returns a valid tar without its end; the last entry has data.
    static byte[] plain() throws IOException {
        var out = new ByteArrayOutputStream();
        new TarWriter(out).base().file("rootfs/etc/hostname", "pawl".repeat(500));
        return out.toByteArray();
    }

    static byte[] whole() throws IOException {
        byte[] plain = plain();
        return Arrays.copyOf(plain, plain.length + 2 * TarWriter.BLOCK);
    }

    static byte[] gzip(byte[] bytes) throws IOException {
        var out = new ByteArrayOutputStream();
        try (OutputStream packed = new GZIPOutputStream(out)) {
            packed.write(bytes);
        }
        return out.toByteArray();
    }

    static byte[] zstd(byte[] bytes) throws IOException {
        var out = new ByteArrayOutputStream();
        try (var packed = new ZstdOutputStreamNoFinalizer(out).setChecksum(true)) {
            packed.write(bytes);
        }
        return out.toByteArray();
    }

    private static byte[] part(byte[] bytes, double share) {
        return Arrays.copyOf(bytes, (int) (bytes.length * share));
    }

    private static Maker text(String text, int times) {
        return out -> out.write(text.repeat(times).getBytes(StandardCharsets.ISO_8859_1));
    }
}
