package dev.pawl.images.archive;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// A text that says what an extracted tree consists of, one line for each node, sorted.
///
/// A line has type, mode, user, group, size, time, content and path between tabs. The content is
/// the SHA-256 of a file or the target of a link. A dash stands for what could not be kept. The
/// same archive under the same policy always makes the same text.
public final class Manifest {
    static final String TITLE = "pawl-manifest 1";

    private Manifest() {}

    /// Returns every difference between the tree beneath `root` and its manifest; none if equal.
    ///
    /// No link is followed.
    public static List<Difference> verify(Path root, Path manifest) throws IOException {
        List<Difference> differences = new ArrayList<>();
        Set<String> known = new HashSet<>();
        try (Stream<String> lines = Files.lines(manifest)) {
            var each = lines.iterator();
            String title = each.hasNext() ? each.next() : "";
            if (!title.equals(TITLE)) {
                throw new IOException(
                        "expected '%s' on the first line of %s, found '%s'"
                                .formatted(TITLE, manifest, Escaped.shortened(title)));
            }
            while (each.hasNext()) {
                ManifestLine line = ManifestLine.parse(each.next(), manifest);
                known.add(line.path());
                differences.addAll(line.compare(root));
            }
        }
        addUnknown(root, known, differences);
        return differences;
    }

    /// Writes the manifest of a tree into a new file; returns the SHA-256 of it.
    static String write(Tree tree, Path manifest) throws IOException {
        MessageDigest digest = Digesting.sha256();
        try (var out =
                        Files.newOutputStream(
                                manifest, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                var writer =
                        new BufferedWriter(
                                new OutputStreamWriter(
                                        new DigestOutputStream(out, digest),
                                        StandardCharsets.UTF_8))) {
            writer.write(TITLE + "\n");
            write(tree.root(), Unpacking.ROOTFS, writer);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static void write(Node node, String path, BufferedWriter writer) throws IOException {
        writer.write(ManifestLine.of(node.inode(), path).text());
        writer.write('\n');
        List<Node> children = new ArrayList<>(node.children());
        children.sort(Comparator.comparing(Node::name));
        for (Node child : children) write(child, path + "/" + child.name(), writer);
    }

    private static void addUnknown(Path root, Set<String> known, List<Difference> differences)
            throws IOException {
        Path rootfs = root.resolve(Unpacking.ROOTFS);
        if (!Files.exists(rootfs)) return;
        Files.walkFileTree(
                rootfs,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(
                            Path directory, BasicFileAttributes attributes) {
                        return see(directory);
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        return see(file);
                    }

                    private FileVisitResult see(Path found) {
                        String path = root.relativize(found).toString();
                        if (!known.contains(path)) {
                            differences.add(
                                    new Difference(Escaped.of(path), "node", "nothing", "a node"));
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
    }

    /// Something that is not as the manifest says.
    ///
    /// @param path where, escaped
    /// @param what which property
    /// @param expected what the manifest says
    /// @param found what is there
    public record Difference(String path, String what, String expected, String found) {
        @Override
        public String toString() {
            return "%s: expected %s %s, found %s".formatted(path, what, expected, found);
        }
    }
}
