package dev.pawl.images.archive;

import dev.pawl.images.archive.Policy.Treatment;
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

/// Says whether a tree looks like a root filesystem.
///
/// The document calls etc, usr and var expected and any structural violation unrecoverable, so the
/// strict policy refuses a tree that lacks one; the standard one counts them, since images of a
/// single program have none.
public final class RootLayout {
    private static final List<String> EXPECTED = List.of("etc", "usr", "var");
    private static final List<String> GUARDED = List.of("etc", "usr");
    private static final List<String> TELLING =
            List.of("etc", "usr", "var", "bin", "lib", "sbin", "home", "root");

    private RootLayout() {}

    /// Checks the tree that was extracted beneath `root`, without following any link.
    ///
    /// Returns how many of etc, usr and var are missing. It can be repeated at any time.
    public static int check(Path root, Policy policy, String archive) throws Rejected, IOException {
        Path rootfs = root.resolve(Unpacking.ROOTFS);
        try {
            if (found(rootfs) == Found.NOTHING) {
                throw new Refusal(
                        Rule.LAYOUT, Unpacking.ROOTFS, "expected a directory rootfs/, found none");
            }
            return check(name -> found(rootfs.resolve(name)), policy);
        } catch (Refusal refusal) {
            throw new Rejected(archive, refusal);
        }
    }

    /// Checks a tree in memory.
    static int check(Tree tree, Policy policy) throws IOException {
        return check(name -> found(tree.root().child(name)), policy);
    }

    /// Refuses a tree from the top of a tar that has nothing of a root filesystem.
    static void expectTelling(Tree tree) throws Refusal {
        if (TELLING.stream().noneMatch(name -> tree.root().child(name) != null)) {
            String names =
                    tree.root().children().stream()
                            .map(Node::name)
                            .sorted()
                            .limit(5)
                            .map(Escaped::shortened)
                            .collect(Collectors.joining(", "));
            throw Refusal.of(
                    Rule.LAYOUT,
                    "expected rootfs/, a saved image or one of %s at the top, found %s"
                            .formatted(String.join(", ", TELLING), names));
        }
    }

    private static int check(Lookup lookup, Policy policy) throws IOException {
        int missing = 0;
        for (String name : EXPECTED) {
            if (lookup.find(name) != Found.NOTHING) continue;
            missing++;
            if (policy.missingDirectories() == Treatment.REFUSE) {
                throw new Refusal(
                        Rule.MISSING_DIRECTORY, name, "expected a directory rootfs/" + name);
            }
        }
        for (String name : GUARDED) {
            if (lookup.find(name) == Found.WRITABLE) {
                throw new Refusal(
                        Rule.WORLD_WRITABLE,
                        name,
                        "expected rootfs/%s to be closed for others, found it writable"
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

    private static Found found(@Nullable Node node) {
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
