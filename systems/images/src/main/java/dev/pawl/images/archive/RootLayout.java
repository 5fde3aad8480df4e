package dev.pawl.images.archive;

import dev.pawl.images.archive.rule.ArchivePolicy;
import dev.pawl.images.archive.rule.ArchivePolicy.Treatment;
import dev.pawl.images.archive.rule.ArchiveRejectedException;
import dev.pawl.images.archive.rule.ArchiveRule;
import dev.pawl.images.archive.rule.ArchiveViolation;
import dev.pawl.images.archive.rule.EscapedText;
import dev.pawl.images.archive.tar.Attributes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Checks whether a tree looks like a root filesystem.
///
/// The document expects etc, usr and var and calls a structural violation unrecoverable, so the
/// strict policy refuses a tree that lacks one. The standard policy only counts them, since images
/// of a single program have none.
public final class RootLayout {
    private static final List<String> EXPECTED = List.of("etc", "usr", "var");
    private static final List<String> GUARDED = List.of("etc", "usr");
    private static final List<String> TOP_DIRECTORIES =
            List.of("etc", "usr", "var", "bin", "lib", "sbin", "home", "root");

    private RootLayout() {}

    /// Checks the tree that was extracted beneath `root`, without following any link.
    ///
    /// Returns how many of etc, usr and var are missing. The check may be repeated at any time.
    public static int check(Path root, ArchivePolicy policy, String archive)
            throws ArchiveRejectedException, IOException {
        Path rootfs = root.resolve(TreeBuilder.ROOTFS);
        try {
            if (found(rootfs) == Found.NOTHING) {
                throw new ArchiveViolation(
                        ArchiveRule.LAYOUT,
                        TreeBuilder.ROOTFS,
                        "expected a directory rootfs/, found none");
            }
            return check(name -> found(rootfs.resolve(name)), policy);
        } catch (ArchiveViolation refusal) {
            throw new ArchiveRejectedException(archive, refusal);
        }
    }

    /// Checks a tree in memory.
    public static int check(FileTree tree, ArchivePolicy policy) throws IOException {
        return check(name -> found(tree.root().child(name)), policy);
    }

    /// Refuses a tree that has none of the usual top directories.
    static void expectRootfs(FileTree tree) throws ArchiveViolation {
        if (TOP_DIRECTORIES.stream().noneMatch(name -> tree.root().child(name) != null)) {
            String names =
                    tree.root().children().stream()
                            .map(TreeNode::name)
                            .sorted()
                            .limit(5)
                            .map(EscapedText::shortened)
                            .collect(Collectors.joining(", "));
            throw ArchiveViolation.of(
                    ArchiveRule.LAYOUT,
                    "expected rootfs/, a saved image or one of %s at the top, found %s"
                            .formatted(String.join(", ", TOP_DIRECTORIES), names));
        }
    }

    private static int check(Lookup lookup, ArchivePolicy policy) throws IOException {
        int missing = 0;
        for (String name : EXPECTED) {
            if (lookup.find(name) != Found.NOTHING) continue;
            missing++;
            if (policy.missingDirectories() == Treatment.REFUSE) {
                throw new ArchiveViolation(
                        ArchiveRule.MISSING_DIRECTORY, name, "expected a directory rootfs/" + name);
            }
        }
        for (String name : GUARDED) {
            if (lookup.find(name) == Found.WRITABLE) {
                throw new ArchiveViolation(
                        ArchiveRule.WORLD_WRITABLE,
                        name,
                        "expected rootfs/%s not to be writable by others, found that it is"
                                .formatted(name));
            }
        }
        return missing;
    }

    private static Found found(Path path) throws IOException {
        try {
            var attributes =
                    Files.readAttributes(
                            path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!attributes.isDirectory()) return Found.NOTHING;
            boolean isOpen = attributes.permissions().contains(PosixFilePermission.OTHERS_WRITE);
            return isOpen ? Found.WRITABLE : Found.DIRECTORY;
        } catch (NoSuchFileException _) {
            return Found.NOTHING;
        }
    }

    private static Found found(@Nullable TreeNode node) {
        if (node == null || !node.isDirectory()) return Found.NOTHING;
        boolean isOpen = (node.inode().attributes().mode() & Attributes.OTHERS_WRITE) != 0;
        return isOpen ? Found.WRITABLE : Found.DIRECTORY;
    }

    private enum Found {
        NOTHING,
        DIRECTORY,
        WRITABLE
    }

    private interface Lookup {
        Found find(String name) throws IOException;
    }
}
