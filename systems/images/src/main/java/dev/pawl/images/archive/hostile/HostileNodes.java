package dev.pawl.images.archive.hostile;

import static dev.pawl.images.archive.hostile.HostileArchive.accepted;
import static dev.pawl.images.archive.hostile.HostileArchive.refused;
import static dev.pawl.images.archive.hostile.HostileArchive.strictly;
import static dev.pawl.images.archive.hostile.HostileArchive.tar;

import dev.pawl.images.archive.rule.ArchiveRule;
import java.util.List;

/// Archives with privileged nodes, and trees that are not a root filesystem.
final class HostileNodes {
    private HostileNodes() {}

    static List<HostileArchive> all() {
        return List.of(
                strictly("setuid", ArchiveRule.SPECIAL_BITS, mode(04755)),
                strictly("setgid", ArchiveRule.SPECIAL_BITS, mode(02755)),
                strictly("sticky-file", ArchiveRule.SPECIAL_BITS, mode(01755)),
                strictly(
                        "setgid-directory",
                        ArchiveRule.SPECIAL_BITS,
                        tar(t -> t.entry(new TarHeader("rootfs/d/").type('5').mode(02755)))),
                strictly(
                        "capability",
                        ArchiveRule.SPECIAL_BITS,
                        tar(t ->
                                t.pax("SCHILY.xattr.security.capability", "\1\0\0\2")
                                        .file("rootfs/usr/ping", "x"))),
                accepted(
                        "sticky-directory",
                        tar(t -> t.entry(new TarHeader("rootfs/tmp/").type('5').mode(01777)))),
                strictly("character-device", ArchiveRule.DEVICE, node('3')),
                strictly("block-device", ArchiveRule.DEVICE, node('4')),
                strictly("fifo", ArchiveRule.DEVICE, node('6')),
                refused("unknown-type", ArchiveRule.ENTRY_TYPE, node('Q')),
                refused("multi-volume", ArchiveRule.ENTRY_TYPE, node('M')),
                refused(
                        "world-writable-etc",
                        ArchiveRule.WORLD_WRITABLE,
                        tar(t -> t.entry(new TarHeader("rootfs/etc/").type('5').mode(0777)))),
                refused(
                        "world-writable-usr",
                        ArchiveRule.WORLD_WRITABLE,
                        tar(t -> t.entry(new TarHeader("rootfs/usr/").type('5').mode(01777)))),
                strictly(
                        "etc-is-a-link",
                        ArchiveRule.MISSING_DIRECTORY,
                        tar(t -> t.symlink("rootfs/etc", "usr"))),
                strictly(
                        "no-var",
                        ArchiveRule.MISSING_DIRECTORY,
                        HostileArchive.bare(
                                t -> t.directory("rootfs/etc/").directory("rootfs/usr/").end())),
                strictly(
                        "no-rootfs",
                        ArchiveRule.LAYOUT,
                        HostileArchive.bare(t -> t.directory("./").directory("./etc/").end())),
                refused(
                        "no-root-filesystem",
                        ArchiveRule.LAYOUT,
                        HostileArchive.bare(t -> t.file("holiday.jpg", "x").end())),
                accepted("twice", tar(t -> t.file("rootfs/a", "first").file("rootfs/a", "second"))),
                accepted(
                        "directory-replaced-by-file",
                        tar(t -> t.file("rootfs/d/e/f", "x").file("rootfs/d", "x"))),
                accepted(
                        "read-only-directory",
                        tar(t ->
                                t.entry(new TarHeader("rootfs/d/").type('5').mode(0555))
                                        .file("rootfs/d/x", "x"))),
                accepted("whiteout-outside-a-layer", tar(t -> t.file("rootfs/.wh.etc", ""))));
    }

    private static HostileArchive.Maker mode(int mode) {
        return tar(t -> t.file(new TarHeader("rootfs/usr/su").mode(mode), "x"));
    }

    private static HostileArchive.Maker node(char type) {
        return tar(t -> t.entry(new TarHeader("rootfs/node").type(type)));
    }
}
