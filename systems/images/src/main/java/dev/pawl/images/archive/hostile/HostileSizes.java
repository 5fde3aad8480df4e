package dev.pawl.images.archive.hostile;

import static dev.pawl.images.archive.hostile.HostileArchive.accepted;
import static dev.pawl.images.archive.hostile.HostileArchive.refused;
import static dev.pawl.images.archive.hostile.HostileArchive.tar;

import dev.pawl.images.archive.rule.ArchiveRule;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/// Archives that lie about sizes or exceed a limit.
final class HostileSizes {
    private static final long OVER_FILE = SelfTest.LIMITS.fileBytes() + 1;

    private HostileSizes() {}

    static List<HostileArchive> all() {
        return Stream.of(declared(), extended(), sparse(), many()).flatMap(List::stream).toList();
    }

    private static List<HostileArchive> declared() {
        return List.of(
                size("size-negative", ArchiveRule.SIZE, new TarHeader("rootfs/x").binarySize(-512)),
                size(
                        "size-max",
                        ArchiveRule.FILE_SIZE,
                        new TarHeader("rootfs/x").binarySize(Long.MAX_VALUE)),
                size(
                        "size-overflow",
                        ArchiveRule.HEADER,
                        new TarHeader("rootfs/x")
                                .binarySize(0)
                                .bytes(125, (byte) 1, (byte) 0, (byte) 0)),
                size(
                        "size-over-limit",
                        ArchiveRule.FILE_SIZE,
                        new TarHeader("rootfs/x").size(OVER_FILE)),
                size(
                        "size-no-number",
                        ArchiveRule.HEADER,
                        new TarHeader("rootfs/x").bytes(124, (byte) '9', (byte) 'z')),
                size(
                        "directory-with-data",
                        ArchiveRule.SIZE,
                        new TarHeader("rootfs/d/").type('5').size(512)),
                size(
                        "link-with-data",
                        ArchiveRule.SIZE,
                        new TarHeader("rootfs/l").type('2').link("x").size(5)));
    }

    private static List<HostileArchive> extended() {
        return List.of(
                refused(
                        "pax-size-too-large",
                        ArchiveRule.TRUNCATED,
                        tar(t -> t.pax("size", "100000").file("rootfs/x", "x"))),
                refused(
                        "pax-size-hides-an-entry",
                        ArchiveRule.HEADER,
                        tar(t -> t.pax("size", "0").file("rootfs/x", "no header".repeat(20)))),
                refused(
                        "pax-size-negative",
                        ArchiveRule.SIZE,
                        tar(t -> t.pax("size", "-1").file("rootfs/x", "x"))),
                refused(
                        "pax-size-overflow",
                        ArchiveRule.EXTENDED_HEADER,
                        tar(t -> t.pax("size", "99999999999999999999").file("rootfs/x", "x"))),
                refused(
                        "pax-huge",
                        ArchiveRule.EXTENDED_HEADER,
                        tar(t -> t.entry(new TarHeader("x").type('x').size(1L << 30)))),
                refused(
                        "pax-malformed",
                        ArchiveRule.EXTENDED_HEADER,
                        tar(t -> t.extension('x', "99 path=x\n").file("rootfs/x", "x"))),
                refused(
                        "pax-twice",
                        ArchiveRule.EXTENDED_HEADER,
                        tar(t -> t.pax("uid", "1").pax("uid", "2").file("rootfs/x", "x"))),
                refused(
                        "pax-for-nothing",
                        ArchiveRule.TRUNCATED,
                        tar(t -> t.pax("path", "rootfs/x"))),
                refused(
                        "long-name-huge",
                        ArchiveRule.EXTENDED_HEADER,
                        tar(t -> t.entry(new TarHeader("x").type('L').size(1L << 33)))));
    }

    private static List<HostileArchive> sparse() {
        return List.of(
                size(
                        "sparse-huge",
                        ArchiveRule.FILE_SIZE,
                        new TarHeader("rootfs/x").sparse(8_000_000_000L, 0, 8_000_000_000L)),
                size(
                        "sparse-outside",
                        ArchiveRule.SPARSE,
                        new TarHeader("rootfs/x").size(512).sparse(100, 512, 200)),
                refused(
                        "sparse-without-size",
                        ArchiveRule.SPARSE,
                        tar(t ->
                                t.pax("GNU.sparse.major", "1", "GNU.sparse.minor", "0")
                                        .file("rootfs/x", "1\n0\n5\n"))),
                refused(
                        "sparse-odd-map",
                        ArchiveRule.SPARSE,
                        tar(t ->
                                t.pax("GNU.sparse.size", "100", "GNU.sparse.map", "0,1,5")
                                        .file("rootfs/x", "x"))),
                refused(
                        "sparse-map-without-end",
                        ArchiveRule.SPARSE,
                        tar(t ->
                                t.pax("GNU.sparse.major", "1", "GNU.sparse.realsize", "9")
                                        .file("rootfs/x", "9".repeat(512)))),
                accepted(
                        "sparse",
                        tar(t ->
                                t.entry(
                                                new TarHeader("rootfs/x")
                                                        .size(3)
                                                        .sparse(1_000_000, 3, 2_000_000))
                                        .data(new byte[] {1, 2, 3}))));
    }

    private static List<HostileArchive> many() {
        return List.of(
                refused("too-many-entries", ArchiveRule.ENTRY_COUNT, tar(HostileSizes::tooMany)),
                refused(
                        "too-many-implied-directories",
                        ArchiveRule.ENTRY_COUNT,
                        tar(HostileSizes::implied)),
                refused("total-too-large", ArchiveRule.TOTAL_SIZE, tar(HostileSizes::large)));
    }

    private static HostileArchive size(String name, ArchiveRule rule, TarHeader header) {
        return refused(name, rule, tar(t -> t.entry(header)));
    }

    private static void tooMany(TarWriter tar) throws IOException {
        for (int i = 0; i <= SelfTest.LIMITS.entries(); i++) tar.file("rootfs/var/" + i, "");
    }

    private static void implied(TarWriter tar) throws IOException {
        for (int i = 0; i < 20; i++) tar.file("rootfs/" + i + "/d".repeat(40), "");
        for (int i = 0; i < 20; i++) tar.file("rootfs/" + i + "/e".repeat(40), "");
    }

    private static void large(TarWriter tar) throws IOException {
        // Holes are not stored, but count.
        long size = SelfTest.LIMITS.fileBytes();
        long files = SelfTest.LIMITS.totalBytes() / size + 1;
        for (int i = 0; i < files; i++) {
            tar.entry(new TarHeader("rootfs/var/" + i).sparse(size, 0, size));
        }
    }
}
