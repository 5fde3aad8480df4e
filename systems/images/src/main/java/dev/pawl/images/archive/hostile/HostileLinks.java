package dev.pawl.images.archive.hostile;

import static dev.pawl.images.archive.hostile.HostileArchive.accepted;
import static dev.pawl.images.archive.hostile.HostileArchive.refused;
import static dev.pawl.images.archive.hostile.HostileArchive.strictly;
import static dev.pawl.images.archive.hostile.HostileArchive.tar;

import dev.pawl.images.archive.rule.ArchiveRule;
import java.util.List;
import java.util.stream.Stream;

/// Archives that create a link and then write through it.
final class HostileLinks {
    private HostileLinks() {}

    static List<HostileArchive> all() {
        return Stream.of(writes(), climbs(), replaced(), loops(), hard())
                .flatMap(List::stream)
                .toList();
    }

    private static List<HostileArchive> writes() {
        return List.of(
                strictly(
                        "write-through-absolute-link",
                        ArchiveRule.LINK_TARGET,
                        tar(t -> t.symlink("rootfs/l", "/pawl-hostile").file("rootfs/l/x", "x"))),
                strictly(
                        "write-through-climbing-link",
                        ArchiveRule.LINK_TARGET,
                        tar(t -> t.symlink("rootfs/l", "../..").file("rootfs/l/sentinel", "x"))),
                strictly(
                        "write-through-inner-link",
                        ArchiveRule.LINK_PARENT,
                        tar(t -> t.symlink("rootfs/l", "etc").file("rootfs/l/x", "x"))),
                strictly(
                        "write-through-chain",
                        ArchiveRule.LINK_TARGET,
                        tar(t ->
                                t.symlink("rootfs/a", ".")
                                        .symlink("rootfs/b", "a/../..")
                                        .file("rootfs/b/sentinel", "x"))));
    }

    private static List<HostileArchive> climbs() {
        return List.of(
                strictly(
                        "climb-by-other-links",
                        ArchiveRule.LINK_TARGET,
                        tar(t ->
                                t.symlink("rootfs/a", ".")
                                        .symlink("rootfs/b", "a/a/a/../../../sentinel"))),
                strictly(
                        "climb-by-later-links",
                        ArchiveRule.LINK_TARGET,
                        tar(t ->
                                t.symlink("rootfs/b", "a/a/../../sentinel")
                                        .symlink("rootfs/a", "."))),
                refused(
                        "link-without-target",
                        ArchiveRule.LINK_TARGET,
                        tar(t -> t.symlink("rootfs/l", ""))),
                refused(
                        "long-target",
                        ArchiveRule.PATH_LENGTH,
                        tar(t -> t.longLink("l/".repeat(3000)).symlink("rootfs/l", "x"))),
                strictly(
                        "target-in-pax",
                        ArchiveRule.LINK_TARGET,
                        tar(t -> t.pax("linkpath", "/pawl-hostile").symlink("rootfs/l", "ok"))),
                refused(
                        "deep-by-links",
                        ArchiveRule.LINK_PARENT,
                        ArchiveRule.PATH_DEPTH,
                        tar(t -> {
                            String deep = "d/".repeat(80);
                            t.directory("rootfs/" + deep)
                                    .pax("linkpath", deep)
                                    .symlink("rootfs/l", "x")
                                    .pax("path", "rootfs/l/" + deep + "x")
                                    .file("x", "x");
                        })));
    }

    private static List<HostileArchive> replaced() {
        return List.of(
                strictly(
                        "directory-replaced-by-link",
                        ArchiveRule.LINK_TARGET,
                        tar(t ->
                                t.directory("rootfs/d/")
                                        .file("rootfs/d/x", "x")
                                        .symlink("rootfs/d", "../..")
                                        .file("rootfs/d/sentinel", "x"))),
                strictly(
                        "link-replaced-by-file",
                        ArchiveRule.LINK_TARGET,
                        tar(t -> t.symlink("rootfs/l", "../../sentinel").file("rootfs/l", "x"))),
                accepted(
                        "inner-link-replaced-by-file",
                        tar(t ->
                                t.file("rootfs/etc/x", "kept")
                                        .symlink("rootfs/l", "etc/x")
                                        .file("rootfs/l", "new"))),
                strictly(
                        "directory-over-link",
                        ArchiveRule.LINK_TARGET,
                        tar(t ->
                                t.symlink("rootfs/l", "/pawl-hostile")
                                        .directory("rootfs/l/")
                                        .file("rootfs/l/x", "x"))));
    }

    private static List<HostileArchive> loops() {
        return List.of(
                refused(
                        "link-to-itself-as-parent",
                        ArchiveRule.LINK_PARENT,
                        ArchiveRule.LINK_LOOP,
                        tar(t -> t.symlink("rootfs/l", "l").file("rootfs/l/x", "x"))),
                refused(
                        "links-in-a-ring",
                        ArchiveRule.LINK_PARENT,
                        ArchiveRule.LINK_LOOP,
                        tar(t ->
                                t.symlink("rootfs/a", "b")
                                        .symlink("rootfs/b", "a")
                                        .file("rootfs/a/x", "x"))),
                refused(
                        "file-as-parent",
                        ArchiveRule.PARENT,
                        tar(t -> t.file("rootfs/f", "x").file("rootfs/f/x", "x"))));
    }

    private static List<HostileArchive> hard() {
        return List.of(
                refused(
                        "hard-link-absolute",
                        ArchiveRule.HARDLINK,
                        tar(t -> t.hardLink("rootfs/h", "/etc/passwd"))),
                refused(
                        "hard-link-climbing",
                        ArchiveRule.HARDLINK,
                        tar(t -> t.hardLink("rootfs/h", "rootfs/../../sentinel"))),
                refused(
                        "hard-link-outside-rootfs",
                        ArchiveRule.HARDLINK,
                        tar(t -> t.hardLink("rootfs/h", "sentinel"))),
                refused(
                        "hard-link-to-link",
                        ArchiveRule.HARDLINK,
                        tar(t -> t.symlink("rootfs/l", "etc").hardLink("rootfs/h", "rootfs/l"))),
                refused(
                        "hard-link-through-link",
                        ArchiveRule.LINK_TARGET,
                        ArchiveRule.HARDLINK,
                        tar(t ->
                                t.symlink("rootfs/l", "../..")
                                        .hardLink("rootfs/h", "rootfs/l/sentinel"))),
                refused(
                        "hard-link-to-itself",
                        ArchiveRule.HARDLINK,
                        tar(t -> t.file("rootfs/h", "x").hardLink("rootfs/h", "rootfs/h"))),
                refused(
                        "hard-link-to-nothing",
                        ArchiveRule.HARDLINK,
                        tar(t -> t.hardLink("rootfs/h", "rootfs/later").file("rootfs/later", "x"))),
                refused(
                        "hard-link-to-directory",
                        ArchiveRule.HARDLINK,
                        tar(t -> t.hardLink("rootfs/h", "rootfs/etc"))),
                refused(
                        "hard-link-over-its-directory",
                        ArchiveRule.HARDLINK,
                        tar(t -> t.file("rootfs/d/x", "x").hardLink("rootfs/d", "rootfs/d/x"))),
                refused(
                        "hard-link-with-data",
                        ArchiveRule.SIZE,
                        tar(t ->
                                t.file(
                                        new TarHeader("rootfs/h").type('1').link("rootfs/etc/x"),
                                        "x"))),
                accepted(
                        "hard-link-then-replaced",
                        tar(t ->
                                t.file("rootfs/a", "first")
                                        .hardLink("rootfs/b", "rootfs/a")
                                        .file("rootfs/a", "second"))));
    }
}
