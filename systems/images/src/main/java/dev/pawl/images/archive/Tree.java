package dev.pawl.images.archive;

import dev.pawl.images.archive.Policy.Treatment;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Everything that one survey or extraction has made so far, in memory.
///
/// Paths are resolved here and nowhere else: the file system is never asked where a link leads, so
/// nothing that an archive says can lead outside. Links are followed as a process in a chroot
/// follows them: an absolute target begins at the root, and above the root is the root.
final class Tree {
    private static final int HOPS_MAX = 40;
    private static final int STEPS_MAX = 1_000;

    private final Node root = new Node("", null, Inode.directory(Attributes.IMPLIED), 0);
    private long files;
    private long directories;
    private long links;
    private long hardLinks;
    private long bytes;

    Node root() {
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

    void attach(Node node) {
        parent(node).put(node);
        count(node, 1);
    }

    void detach(Node node) {
        parent(node).remove(node);
        count(node, -1);
    }

    /// Goes from the root to a directory; what happens on the way is the guide's to decide.
    ///
    /// Returns null where a name is missing and the guide makes none.
    @Nullable Node walk(List<String> names, Guide guide) throws IOException {
        Deque<String> ahead = new ArrayDeque<>(names);
        Node at = root;
        int hops = 0;
        for (int steps = 0; !ahead.isEmpty(); steps++) {
            if (steps > STEPS_MAX) throw guide.lost("over %d steps".formatted(STEPS_MAX));
            String name = ahead.pop();
            if (name.equals("..")) {
                at = at.parent() == null ? guide.above(at) : at.parent();
                continue;
            }
            Node next = at.child(name);
            if (next == null) next = guide.missing(at, name);
            if (next == null) return null;
            switch (next.inode().kind()) {
                case DIRECTORY -> at = next;
                case FILE -> throw guide.blocked(next);
                case LINK -> {
                    if (++hops > HOPS_MAX) throw guide.lost("over %d links".formatted(HOPS_MAX));
                    guide.link(next);
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

    private static Node parent(Node node) {
        Node parent = node.parent();
        if (parent == null) throw new IllegalStateException("the root is neither put nor removed");
        return parent;
    }

    private void count(Node node, int change) {
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

    /// Decides what a walk does where it is not simply a directory that comes next.
    interface Guide {
        /// Is asked for a directory where there is nothing; null ends the walk.
        @Nullable Node missing(Node parent, String name) throws IOException;

        /// Is told of a symbolic link that is about to be followed.
        void link(Node link) throws Refusal;

        /// Returns where '..' leads from the root.
        Node above(Node root) throws Refusal;

        /// Returns what to throw where a file is in the way.
        Refusal blocked(Node file);

        /// Returns what to throw when links lead nowhere.
        Refusal lost(String found);
    }

    /// Leads to where an entry is to be, under a policy; directories that lack are made by `maker`.
    record Way(String path, Policy policy, Maker maker) implements Guide {
        @Override
        public @Nullable Node missing(Node parent, String name) throws IOException {
            return maker.make(parent, name);
        }

        @Override
        public void link(Node link) throws Refusal {
            if (policy.linkedParents() != Treatment.REFUSE) return;
            throw new Refusal(
                    Rule.LINK_PARENT,
                    path,
                    "expected directories on the way, found link '%s' to '%s'"
                            .formatted(
                                    Escaped.shortened(link.path()),
                                    Escaped.shortened(link.inode().target())));
        }

        @Override
        public Node above(Node root) {
            return root;
        }

        @Override
        public Refusal blocked(Node file) {
            return new Refusal(
                    Rule.PARENT,
                    path,
                    "expected directories on the way, found file '%s'"
                            .formatted(Escaped.shortened(file.path())));
        }

        @Override
        public Refusal lost(String found) {
            return new Refusal(
                    Rule.LINK_LOOP, path, "expected a way to a directory, found " + found);
        }
    }

    /// Makes a directory on the way to an entry, or none.
    interface Maker {
        @Nullable Node make(Node parent, String name) throws IOException;
    }

    /// Finds out whether a link leads above the root, by whatever other links it passes.
    record Fence(Node from) implements Guide {
        @Override
        public @Nullable Node missing(Node parent, String name) {
            return null;
        }

        @Override
        public void link(Node link) throws Refusal {
            if (link.inode().target().startsWith("/")) throw escapes();
        }

        @Override
        public Node above(Node root) throws Refusal {
            throw escapes();
        }

        @Override
        public Refusal blocked(Node file) {
            return lost("a file");
        }

        @Override
        public Refusal lost(String found) {
            return new Refusal(Rule.LINK_LOOP, from.path(), found);
        }

        private Refusal escapes() {
            return new Refusal(
                    Rule.LINK_TARGET,
                    from.path(),
                    "expected a target inside the root, found '%s', which leads above it"
                            .formatted(Escaped.shortened(from.inode().target())));
        }
    }
}
