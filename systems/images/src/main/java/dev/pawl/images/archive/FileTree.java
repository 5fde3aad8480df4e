package dev.pawl.images.archive;

import dev.pawl.images.archive.rule.ArchivePolicy;
import dev.pawl.images.archive.rule.ArchivePolicy.Treatment;
import dev.pawl.images.archive.rule.ArchiveRule;
import dev.pawl.images.archive.rule.ArchiveViolation;
import dev.pawl.images.archive.rule.EscapedText;
import dev.pawl.images.archive.tar.Attributes;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The tree that one survey or extraction has built so far, in memory.
///
/// Paths are resolved only here: the file system is never asked where a link leads, so no entry of
/// an archive can lead outside. Links are followed as in a chroot: an absolute target starts at the
/// root, and the parent of the root is the root.
final class FileTree {
    private static final int HOPS_MAX = 40;
    private static final int STEPS_MAX = 1_000;

    private final TreeNode root = new TreeNode("", null, Inode.directory(Attributes.IMPLIED), 0);
    private long files;
    private long directories;
    private long links;
    private long hardLinks;
    private long bytes;

    TreeNode root() {
        return root;
    }

    long files() {
        return files;
    }

    /// Returns how many directories there are besides the root.
    long directories() {
        return directories;
    }

    long links() {
        return links;
    }

    /// Returns how many further names files have.
    long hardLinks() {
        return hardLinks;
    }

    /// Returns how many bytes all files have.
    long bytes() {
        return bytes;
    }

    void attach(TreeNode node) {
        parent(node).put(node);
        count(node, 1);
    }

    void detach(TreeNode node) {
        parent(node).remove(node);
        count(node, -1);
    }

    /// Walks from the root to a directory; `rules` decides about links and missing names.
    ///
    /// Returns null if a name is missing and `rules` creates none.
    @Nullable TreeNode walk(List<String> names, WalkRules rules) throws IOException {
        Deque<String> ahead = new ArrayDeque<>(names);
        TreeNode at = root;
        int hops = 0;
        for (int steps = 0; !ahead.isEmpty(); steps++) {
            if (steps > STEPS_MAX) throw rules.lost("over %d steps".formatted(STEPS_MAX));
            String name = ahead.pop();
            if (name.equals("..")) {
                at = at.parent() == null ? rules.above(at) : at.parent();
                continue;
            }
            TreeNode next = at.child(name);
            if (next == null) next = rules.missing(at, name);
            if (next == null) return null;
            switch (next.inode().kind()) {
                case DIRECTORY -> at = next;
                case FILE -> throw rules.blocked(next);
                case LINK -> {
                    if (++hops > HOPS_MAX) throw rules.lost("over %d links".formatted(HOPS_MAX));
                    rules.link(next);
                    String target = next.inode().target();
                    if (target.startsWith("/")) at = root;
                    prepend(ahead, target);
                }
            }
        }
        return at;
    }

    private static void prepend(Deque<String> ahead, String target) {
        String[] names = target.split("/", -1);
        for (int i = names.length - 1; i >= 0; i--) {
            if (!names[i].isEmpty() && !names[i].equals(".")) ahead.push(names[i]);
        }
    }

    private static TreeNode parent(TreeNode node) {
        TreeNode parent = node.parent();
        if (parent == null)
            throw new IllegalStateException("the root cannot be attached or detached");
        return parent;
    }

    private void count(TreeNode node, int change) {
        Inode inode = node.inode();
        switch (inode.kind()) {
            case DIRECTORY -> directories += change;
            case LINK -> links += change;
            case FILE -> {
                boolean isOnly = inode.names() == (change > 0 ? 0 : 1);
                inode.named(change);
                if (isOnly) {
                    files += change;
                    bytes += change * inode.size();
                } else {
                    hardLinks += change;
                }
            }
        }
    }

    /// Decides what a walk does where the next name is not a directory.
    interface WalkRules {
        /// Returns a directory for a missing name; null ends the walk.
        @Nullable TreeNode missing(TreeNode parent, String name) throws IOException;

        /// Checks a symbolic link before it is followed.
        void link(TreeNode link) throws ArchiveViolation;

        /// Returns where '..' leads from the root.
        TreeNode above(TreeNode root) throws ArchiveViolation;

        /// Returns the violation if a file is in the way.
        ArchiveViolation blocked(TreeNode file);

        /// Returns the violation if links lead nowhere.
        ArchiveViolation lost(String found);
    }

    /// Walks to the parent of an entry under a policy; `maker` creates missing directories.
    record EntryWalk(String path, ArchivePolicy policy, DirectoryMaker maker) implements WalkRules {
        @Override
        public @Nullable TreeNode missing(TreeNode parent, String name) throws IOException {
            return maker.make(parent, name);
        }

        @Override
        public void link(TreeNode link) throws ArchiveViolation {
            if (policy.linkedParents() != Treatment.REFUSE) return;
            throw new ArchiveViolation(
                    ArchiveRule.LINK_PARENT,
                    path,
                    "expected directories on the way, found link '%s' to '%s'"
                            .formatted(
                                    EscapedText.shortened(link.path()),
                                    EscapedText.shortened(link.inode().target())));
        }

        @Override
        public TreeNode above(TreeNode root) {
            return root;
        }

        @Override
        public ArchiveViolation blocked(TreeNode file) {
            return new ArchiveViolation(
                    ArchiveRule.PARENT,
                    path,
                    "expected directories on the way, found file '%s'"
                            .formatted(EscapedText.shortened(file.path())));
        }

        @Override
        public ArchiveViolation lost(String found) {
            return new ArchiveViolation(
                    ArchiveRule.LINK_LOOP, path, "expected a way to a directory, found " + found);
        }
    }

    /// Creates a missing directory on the way to an entry, or returns null.
    interface DirectoryMaker {
        @Nullable TreeNode make(TreeNode parent, String name) throws IOException;
    }

    /// Refuses a link that leads above the root through other links.
    record EscapeCheck(TreeNode from) implements WalkRules {
        @Override
        public @Nullable TreeNode missing(TreeNode parent, String name) {
            return null;
        }

        @Override
        public void link(TreeNode link) throws ArchiveViolation {
            if (link.inode().target().startsWith("/")) throw escapes();
        }

        @Override
        public TreeNode above(TreeNode root) throws ArchiveViolation {
            throw escapes();
        }

        @Override
        public ArchiveViolation blocked(TreeNode file) {
            return lost("a file");
        }

        @Override
        public ArchiveViolation lost(String found) {
            return new ArchiveViolation(ArchiveRule.LINK_LOOP, from.path(), found);
        }

        private ArchiveViolation escapes() {
            return new ArchiveViolation(
                    ArchiveRule.LINK_TARGET,
                    from.path(),
                    "expected a target inside the root, found '%s', which leads above it"
                            .formatted(EscapedText.shortened(from.inode().target())));
        }
    }
}
