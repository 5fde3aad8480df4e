package dev.pawl.images.archive.hostile;

import static dev.pawl.images.archive.hostile.HostileArchive.accepted;
import static dev.pawl.images.archive.hostile.HostileArchive.refused;
import static dev.pawl.images.archive.hostile.HostileArchive.strictly;

import dev.pawl.images.archive.hostile.HostileArchive.Entries;
import dev.pawl.images.archive.hostile.HostileArchive.Maker;
import dev.pawl.images.archive.rule.ArchiveRule;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/// Saved images whose layers or documents attack the reader.
final class HostileImages {
    private HostileImages() {}

    static List<HostileArchive> all() {
        return Stream.concat(layers().stream(), documents().stream()).toList();
    }

    private static List<HostileArchive> layers() {
        return List.of(
                strictly(
                        "layers-write-through-link",
                        ArchiveRule.LINK_TARGET,
                        docker(t -> t.symlink("l", "../.."), t -> t.file("l/sentinel", "x"))),
                strictly(
                        "layers-write-through-inner-link",
                        ArchiveRule.LINK_PARENT,
                        docker(t -> t.symlink("l", "etc"), t -> t.file("l/x", "x"))),
                refused(
                        "layers-dotdot",
                        ArchiveRule.PATH_TRAVERSAL,
                        docker(_ -> {}, t -> t.file("../../sentinel", "x"))),
                refused(
                        "layers-hard-link-out",
                        ArchiveRule.HARDLINK,
                        docker(_ -> {}, t -> t.hardLink("h", "../../sentinel"))),
                refused(
                        "whiteout-dotdot",
                        ArchiveRule.WHITEOUT,
                        docker(_ -> {}, white("etc/.wh..."))),
                refused("whiteout-dot", ArchiveRule.WHITEOUT, docker(_ -> {}, white(".wh.."))),
                refused("whiteout-alone", ArchiveRule.WHITEOUT, docker(_ -> {}, white(".wh."))),
                refused(
                        "whiteout-climbing",
                        ArchiveRule.PATH_TRAVERSAL,
                        docker(_ -> {}, white("../../.wh.sentinel"))),
                strictly(
                        "whiteout-through-link",
                        ArchiveRule.LINK_TARGET,
                        docker(t -> t.symlink("l", "../.."), white("l/.wh.sentinel"))),
                strictly(
                        "opaque-through-link",
                        ArchiveRule.LINK_TARGET,
                        docker(t -> t.symlink("l", "../.."), white("l/.wh..wh..opq"))),
                accepted("whiteout-of-nothing", docker(_ -> {}, white("a/b/.wh.c"))),
                accepted(
                        "whiteout-and-again",
                        docker(t -> t.file("d/x", "x"), t -> t.file(".wh.d", "").file("d/y", "y"))),
                refused(
                        "layer-bomb",
                        ArchiveRule.EXPANSION,
                        out -> base().layer(bomb(), "0".repeat(64)).docker(out)),
                refused(
                        "layer-bomb-in-gzip",
                        ArchiveRule.EXPANSION,
                        out -> {
                            try (var packed = new GZIPOutputStream(out)) {
                                base().layer(bomb(), "0".repeat(64)).docker(packed);
                            }
                        }));
    }

    private static List<HostileArchive> documents() {
        return List.of(
                refused(
                        "manifest-climbing-layer",
                        ArchiveRule.PATH_TRAVERSAL,
                        out -> base().at("../../sentinel").docker(out)),
                refused(
                        "manifest-absolute-layer",
                        ArchiveRule.ABSOLUTE_PATH,
                        out -> base().at("/etc/passwd").docker(out)),
                refused(
                        "manifest-missing-layer",
                        ArchiveRule.IMAGE_DOCUMENT,
                        out -> base().at("elsewhere/layer.tar").docker(out)),
                refused(
                        "wrong-diff-id",
                        ArchiveRule.DIGEST,
                        out -> base().withDigest("0".repeat(64)).docker(out)),
                manifest("manifest-null", "null"),
                manifest("manifest-empty", "[]"),
                manifest("manifest-of-nulls", "[null]"),
                manifest("manifest-no-json", "<html>"),
                manifest("manifest-no-layers", "[{\"Config\":\"" + "c".repeat(64) + ".json\"}]"),
                manifest("manifest-deep", "[".repeat(100_000)),
                refused(
                        "two-images",
                        ArchiveRule.IMAGE_CHOICE,
                        out -> {
                            ImageWriter image = base();
                            image.docker(
                                    out,
                                    "[%s,%s]"
                                            .formatted(
                                                    image.manifest("a:1"), image.manifest("b:1")));
                        }),
                refused(
                        "no-manifest",
                        ArchiveRule.IMAGE_DOCUMENT,
                        HostileArchive.bare(t -> t.file("repositories", "{}").end())),
                refused(
                        "member-link-out",
                        ArchiveRule.LINK_TARGET,
                        HostileArchive.bare(t ->
                                t.file("repositories", "{}")
                                        .symlink("manifest.json", "../../sentinel")
                                        .end())),
                refused(
                        "member-device",
                        ArchiveRule.ENTRY_TYPE,
                        HostileArchive.bare(
                                t -> t.entry(new TarHeader("manifest.json").type('3')).end())),
                refused("oci-damaged-blob", ArchiveRule.DIGEST, out -> base().oci(out, true)),
                accepted("oci", out -> base().oci(out, false)),
                accepted("docker", out -> base().docker(out)));
    }

    private static ImageWriter base() throws IOException {
        return new ImageWriter()
                .layer(t -> t.directory("etc/").directory("usr/").directory("var/"));
    }

    private static Maker docker(Entries lower, Entries upper) {
        return out -> base().layer(lower).layer(upper).docker(out);
    }

    private static Entries white(String path) {
        return t -> t.file(path, "");
    }

    private static HostileArchive manifest(String name, String manifest) {
        return refused(name, ArchiveRule.IMAGE_DOCUMENT, out -> base().docker(out, manifest));
    }

    private static byte[] bomb() throws IOException {
        var out = new ByteArrayOutputStream();
        try (var packed = new GZIPOutputStream(out, 1 << 16)) {
            TarWriter tar = new TarWriter(packed);
            tar.end();
            tar.zeros(HostileStreams.BOMB_BYTES);
        }
        return out.toByteArray();
    }
}
