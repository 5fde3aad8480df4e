package dev.pawl.images.archive.hostile;

import static dev.pawl.images.archive.hostile.HostileArchive.accepted;
import static dev.pawl.images.archive.hostile.HostileArchive.refused;
import static dev.pawl.images.archive.hostile.HostileArchive.strictly;
import static dev.pawl.images.archive.hostile.HostileArchive.tar;

import dev.pawl.images.archive.rule.ArchiveRule;
import java.util.List;
import java.util.stream.Stream;

/// Archives whose names lead outside the root.
final class HostilePaths {
    private HostilePaths() {}

    static List<HostileArchive> all() {
        return Stream.of(plain(), hidden(), odd()).flatMap(List::stream).toList();
    }

    private static List<HostileArchive> plain() {
        return List.of(
                path("dotdot-leading", "../../sentinel", ArchiveRule.PATH_TRAVERSAL),
                path("dotdot-middle", "rootfs/etc/../../../sentinel", ArchiveRule.PATH_TRAVERSAL),
                path("dotdot-inside", "rootfs/etc/../usr/x", ArchiveRule.PATH_TRAVERSAL),
                path("dotdot-last", "rootfs/etc/..", ArchiveRule.PATH_TRAVERSAL),
                path("dotdot-alone", "..", ArchiveRule.PATH_TRAVERSAL),
                path("dotdot-after-dot", "./../sentinel", ArchiveRule.PATH_TRAVERSAL),
                path("absolute", "/pawl-hostile/x", ArchiveRule.ABSOLUTE_PATH),
                path("absolute-twice", "//pawl-hostile/x", ArchiveRule.ABSOLUTE_PATH),
                path("no-name", "", ArchiveRule.PATH_COMPONENT),
                path("component-256", "rootfs/" + "c".repeat(256), ArchiveRule.PATH_COMPONENT),
                path(
                        "path-4097",
                        "rootfs/" + "ppppppp/".repeat(511) + "pp",
                        ArchiveRule.PATH_LENGTH),
                path("depth-101", "rootfs/" + "d/".repeat(100) + "x", ArchiveRule.PATH_DEPTH));
    }

    private static List<HostileArchive> hidden() {
        return List.of(
                refused(
                        "dotdot-in-prefix",
                        ArchiveRule.PATH_TRAVERSAL,
                        tar(t -> t.file(new TarHeader("sentinel").prefix("rootfs/../.."), "x"))),
                refused(
                        "dotdot-in-pax",
                        ArchiveRule.PATH_TRAVERSAL,
                        tar(t -> t.pax("path", "../../sentinel").file("rootfs/etc/ok", "x"))),
                refused(
                        "absolute-in-pax",
                        ArchiveRule.ABSOLUTE_PATH,
                        tar(t -> t.pax("path", "/pawl-hostile/x").file("rootfs/etc/ok", "x"))),
                refused(
                        "dotdot-in-long-name",
                        ArchiveRule.PATH_TRAVERSAL,
                        tar(t -> t.longName("rootfs/../../sentinel").file("rootfs/ok", "x"))),
                refused(
                        "path-for-all",
                        ArchiveRule.EXTENDED_HEADER,
                        tar(t ->
                                t.extension('g', TarWriter.paxRecords("path", "../../sentinel"))
                                        .file("rootfs/ok", "x"))),
                refused(
                        "nul-in-pax-path",
                        ArchiveRule.NAME_ENCODING,
                        tar(t -> t.pax("path", "rootfs/a\0/../b").file("rootfs/ok", "x"))),
                refused(
                        "nul-in-long-name",
                        ArchiveRule.NAME_ENCODING,
                        tar(t -> t.longName("rootfs/a\0../b").file("rootfs/ok", "x"))),
                refused(
                        "not-utf8",
                        ArchiveRule.NAME_ENCODING,
                        tar(t ->
                                t.file(
                                        new TarHeader("rootfs/x")
                                                .bytes(7, (byte) 0xff, (byte) 0xc0),
                                        "x"))),
                accepted("dots-in-names", tar(t -> t.file("rootfs/a..b/...", "x"))));
    }

    private static List<HostileArchive> odd() {
        return List.of(
                strictly(
                        "dot-inside",
                        ArchiveRule.PATH_COMPONENT,
                        tar(t -> t.file("rootfs/./etc/./x", "x"))),
                strictly(
                        "slashes-inside",
                        ArchiveRule.PATH_COMPONENT,
                        tar(t -> t.file("rootfs//x", "x"))),
                accepted("beside-rootfs", tar(t -> t.file("elsewhere", "x"))),
                refused(
                        "rootfs-is-a-file",
                        ArchiveRule.LAYOUT,
                        HostileArchive.bare(t -> t.file("rootfs", "x").end())),
                accepted("backslashes", tar(t -> t.file("rootfs/..\\..\\sentinel", "x"))),
                accepted("drive-letter", tar(t -> t.file("rootfs/C:\\pawl-hostile", "x"))),
                accepted(
                        "control-characters",
                        tar(t -> t.file("rootfs/a\n\u001b[31mERROR forged\r\u0007", "x"))),
                accepted("turned-around", tar(t -> t.file("rootfs/\u202etxt.exe", "x"))),
                accepted(
                        "letter-case",
                        tar(t -> t.file("rootfs/readme", "a").file("rootfs/README", "b"))),
                accepted(
                        "component-255",
                        tar(t -> t.pax("path", "rootfs/" + "c".repeat(255)).file("x", "x"))));
    }

    /// A long path does not fit into a header, so all paths use GNU's long name.
    private static HostileArchive path(String name, String path, ArchiveRule rule) {
        return refused("path-" + name, rule, tar(t -> t.longName(path).file("rootfs/ok", "x")));
    }
}
