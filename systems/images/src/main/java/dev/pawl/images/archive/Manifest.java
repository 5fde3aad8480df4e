package dev.pawl.images.archive;

import dev.pawl.fetch.Sha256;
import dev.pawl.images.archive.rule.EscapedText;
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

/// A text that describes an extracted tree, one line per node, sorted.
///
/// A line has type, mode, user, group, size, time, content and path, separated by tabs. The content
/// is the SHA-256 of a file or the target of a link. A dash marks what could not be restored. The
/// same archive under the same policy always yields the same text.
public final class Manifest {
    static final String TITLE = "pawl-manifest 1";

    private Manifest() {}

    /// Returns every difference between the tree beneath `root` and its manifest.
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
                                .formatted(TITLE, manifest, EscapedText.shortened(title)));
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

    /// Writes the manifest of a tree to a new file; returns its SHA-256.
    public static String write(FileTree tree, Path manifest) throws IOException {
        MessageDigest digest = Sha256.digest();
        try (var out =
                        Files.newOutputStream(
                                manifest, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                var writer =
                        new BufferedWriter(
                                new OutputStreamWriter(
                                        new DigestOutputStream(out, digest),
                                        StandardCharsets.UTF_8))) {
            writer.write(TITLE + "\n");
            write(tree.root(), TreeBuilder.ROOTFS, writer);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static void write(TreeNode node, String path, BufferedWriter writer)
            throws IOException {
        writer.write(ManifestLine.of(node.inode(), path).text());
        writer.write('\n');
        List<TreeNode> children = new ArrayList<>(node.children());
        children.sort(Comparator.comparing(TreeNode::name));
        for (TreeNode child : children) write(child, path + "/" + child.name(), writer);
    }

    private static void addUnknown(Path root, Set<String> known, List<Difference> differences)
            throws IOException {
        Path rootfs = root.resolve(TreeBuilder.ROOTFS);
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
                                    new Difference(
                                            EscapedText.of(path), "node", "nothing", "a node"));
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
    }

    /// A difference between a node and its manifest line.
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
