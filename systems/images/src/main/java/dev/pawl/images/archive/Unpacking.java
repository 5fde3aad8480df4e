package dev.pawl.images.archive;

import dev.pawl.images.archive.Policy.Treatment;
import dev.pawl.images.archive.TarEntry.EntryType;
import dev.pawl.images.archive.TarReader.Blocks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Applies the entries of one tar after another to a tree, under a policy.
///
/// A survey and an extraction are the same work with another [Sink], so that they cannot disagree.
final class Unpacking {
    /// The directory that the document's layout has everything in.
    static final String ROOTFS = "rootfs";

    /// The layer of a tar that has no layers and everything below `rootfs/`.
    private static final int BELOW = -1;

    private static final String WHITEOUT = ".wh.";
    private static final String OPAQUE = ".wh..wh..opq";
    private static final String WHITEOUT_OWN = ".wh..wh.";

    private final Policy policy;
    private final PathRules paths;
    private final Tree tree;
    private final Sink sink;
    private final Meter meter;

    Unpacking(Terms terms, Tree tree, Sink sink, Meter meter) {
        this.policy = terms.policy();
        this.paths = new PathRules(terms);
        this.tree = tree;
        this.sink = sink;
        this.meter = meter;
    }

    /// Applies a tar whose root filesystem is at its top, or below `rootfs/`.
    void apply(TarReader tar, Layout layout) throws IOException {
        TarEntry entry;
        while ((entry = tar.next()) != null) {
            meter.entry(entry.path());
            List<String> names = paths.names(entry.path());
            boolean isBelow = layout == Layout.ROOTFS;
            if (!isBelow && !policy.directRoot()) throw noRootfs(entry);
            // The directory around rootfs/ is the caller's, and nothing else.
            if (isBelow && names.isEmpty()) {
                if (entry.type() != EntryType.DIRECTORY) throw noRootfs(entry);
                continue;
            }
            // What lies beside rootfs/ is no part of the root filesystem.
            if (isBelow && !names.getFirst().equals(ROOTFS)) {
                meter.skipped();
                continue;
            }
            new Entry(tar, entry, isBelow ? BELOW : 0)
                    .apply(isBelow ? inside(names, entry) : names);
        }
    }

    /// Applies a layer over those before it; the first one is number 0.
    void applyLayer(TarReader tar, int layer) throws IOException {
        TarEntry entry;
        while ((entry = tar.next()) != null) {
            meter.entry(entry.path());
            List<String> names = paths.names(entry.path());
            boolean isWhiteout = !names.isEmpty() && names.getLast().startsWith(WHITEOUT);
            if (isWhiteout) {
                whiteOut(names, entry, layer);
            } else {
                new Entry(tar, entry, layer).apply(names);
            }
        }
    }

    /// Refuses a tree from the top of a tar that is no root filesystem.
    void expectTelling() throws Refusal {
        RootLayout.expectTelling(tree);
    }

    /// Looks at the whole tree, where a rule is about more than one entry.
    void finish() throws IOException {
        if (policy.escapingLinks() == Treatment.REFUSE) fence(tree.root());
    }

    /// A target may stay inside by its text and still leave by the links that it passes.
    private void fence(Node directory) throws IOException {
        for (Node child : directory.children()) {
            switch (child.inode().kind()) {
                case FILE -> {}
                case DIRECTORY -> fence(child);
                case LINK -> {
                    try {
                        tree.walk(names(child), new Tree.Fence(child));
                    } catch (Refusal refusal) {
                        // A link that leads nowhere leads nowhere outside either.
                        if (refusal.rule() != Rule.LINK_LOOP) throw refusal;
                    }
                }
            }
        }
    }

    private static List<String> names(Node node) {
        List<String> names = new ArrayList<>();
        for (Node at = node; at.parent() != null; at = at.parent()) names.addFirst(at.name());
        return names;
    }

    private static List<String> inside(List<String> names, TarEntry entry) throws Refusal {
        if (names.isEmpty() || !names.getFirst().equals(ROOTFS)) throw noRootfs(entry);
        return names.subList(1, names.size());
    }

    private static Refusal noRootfs(TarEntry entry) {
        return new Refusal(
                Rule.LAYOUT, entry.path(), "expected everything below rootfs/, found this outside");
    }

    private void whiteOut(List<String> names, TarEntry entry, int layer) throws IOException {
        String name = names.getLast();
        Node parent =
                tree.walk(
                        names.subList(0, names.size() - 1),
                        new Tree.Way(entry.path(), policy, (_, _) -> null));
        if (name.equals(OPAQUE)) {
            if (parent != null) for (Node child : parent.children()) prune(child, layer);
            return;
        }
        // Marks of the union file system itself, about nothing in the image.
        if (name.startsWith(WHITEOUT_OWN)) return;
        String hidden = name.substring(WHITEOUT.length());
        if (hidden.isEmpty() || hidden.equals(".") || hidden.equals("..")) {
            throw new Refusal(
                    Rule.WHITEOUT,
                    entry.path(),
                    "expected the name of an entry after '%s', found '%s'"
                            .formatted(WHITEOUT, hidden));
        }
        Node node = parent == null ? null : parent.child(hidden);
        if (node != null) prune(node, layer);
    }

    /// Removes what earlier layers brought at or beneath `node`.
    private void prune(Node node, int layer) throws IOException {
        for (Node child : node.children()) prune(child, layer);
        if (node.layer() < layer && node.children().isEmpty()) remove(node);
    }

    private void removeAll(Node node) throws IOException {
        for (Node child : node.children()) removeAll(child);
        remove(node);
    }

    private void remove(Node node) throws IOException {
        sink.remove(node);
        tree.detach(node);
    }

    /// One entry on its way into the tree.
    private final class Entry {
        private final TarReader tar;
        private final TarEntry entry;
        private final int layer;
        private final String path;

        Entry(TarReader tar, TarEntry entry, int layer) {
            this.tar = tar;
            this.entry = entry;
            this.layer = layer;
            this.path = entry.path();
        }

        void apply(List<String> names) throws IOException {
            switch (entry.type()) {
                case FILE -> file(names);
                case DIRECTORY -> directory(names);
                case SYMLINK -> link(names);
                case HARD_LINK -> hardLink(names);
                case CHARACTER_DEVICE, BLOCK_DEVICE, FIFO -> device();
            }
        }

        private void file(List<String> names) throws IOException {
            Attributes attributes = allowed();
            meter.file(path, entry.size());
            Node node = place(names, Inode.file(entry.size(), attributes));
            Blocks blocks = sink.file(node);
            tar.content(blocks);
            sink.close(node);
        }

        private void directory(List<String> names) throws IOException {
            Attributes attributes = allowed();
            Node existing = names.isEmpty() ? tree.root() : parent(names).child(names.getLast());
            if (existing != null && existing.isDirectory()) {
                existing.inode().become(attributes);
                existing.broughtBy(layer);
                return;
            }
            sink.directory(place(names, Inode.directory(attributes)));
        }

        private void link(List<String> names) throws IOException {
            String target = entry.link();
            if (target.isEmpty()) {
                throw new Refusal(Rule.LINK_TARGET, path, "expected a target, found nothing");
            }
            paths.bound(target, path);
            Node node = place(names, Inode.link(target, entry.attributes()));
            if (policy.escapingLinks() == Treatment.REFUSE) expectInside(node, target);
            sink.link(node);
        }

        private void expectInside(Node node, String target) throws Refusal {
            int depth = names(node).size() - 1;
            boolean isOutside = target.startsWith("/");
            for (String name : target.split("/", -1)) {
                if (name.equals("..")) depth--;
                else if (!name.isEmpty() && !name.equals(".")) depth++;
                isOutside |= depth < 0;
            }
            if (isOutside) {
                throw new Refusal(
                        Rule.LINK_TARGET,
                        path,
                        "expected a relative target inside the root, found '%s'"
                                .formatted(Escaped.shortened(target)));
            }
        }

        private void hardLink(List<String> names) throws IOException {
            Node existing = linked();
            Node old = names.isEmpty() ? null : parent(names).child(names.getLast());
            if (old != null && old.inode() == existing.inode()) {
                if (old != existing) return;
                throw noFile("itself");
            }
            for (Node at = existing; at != null; at = at.parent()) {
                if (at == old) throw noFile("what the link would replace");
            }
            sink.hardLink(place(names, existing.inode()), existing);
        }

        /// Returns the earlier file that a hard link names, by its path in the archive.
        private Node linked() throws IOException {
            String target = entry.link();
            if (target.isEmpty() || target.startsWith("/")) throw noFile("an absolute path");
            List<String> names;
            try {
                names = paths.names(target);
                if (layer == BELOW) names = inside(names, entry);
            } catch (Refusal refusal) {
                throw noFile(
                        "a path that is refused itself (%s)".formatted(refusal.rule().title()));
            }
            if (names.isEmpty()) throw noFile("the root");
            Node parent =
                    tree.walk(
                            names.subList(0, names.size() - 1),
                            new Tree.Way(path, policy, (_, _) -> null));
            Node node = parent == null ? null : parent.child(names.getLast());
            if (node == null) throw noFile("nothing");
            if (node.inode().kind() != Inode.Kind.FILE) throw noFile("a " + node.inode().kind());
            return node;
        }

        private void device() throws Refusal {
            if (policy.devices() == Treatment.REFUSE) {
                throw new Refusal(
                        Rule.DEVICE,
                        path,
                        "expected no devices and FIFOs, found a " + entry.type());
            }
            meter.skipped();
        }

        private Attributes allowed() throws Refusal {
            Attributes attributes = entry.attributes();
            if (!attributes.isSpecial(entry.type() == EntryType.DIRECTORY)) return attributes;
            meter.specialBits();
            return switch (policy.specialBits()) {
                case KEEP -> attributes;
                case DROP -> attributes.harmless();
                case REFUSE ->
                        throw new Refusal(
                                Rule.SPECIAL_BITS,
                                path,
                                "expected no setuid, setgid and capabilities, found mode %04o%s"
                                        .formatted(
                                                attributes.mode(),
                                                attributes
                                                                .extended()
                                                                .containsKey(Attributes.CAPABILITY)
                                                        ? " with capabilities"
                                                        : ""));
            };
        }

        /// Puts a new node in its place; what was there is removed and never written through.
        private Node place(List<String> names, Inode inode) throws IOException {
            if (names.isEmpty()) {
                throw new Refusal(
                        Rule.LAYOUT,
                        path,
                        "expected the root to be a directory, found " + entry.type());
            }
            Node parent = parent(names);
            Node node = new Node(names.getLast(), parent, inode, layer);
            paths.place(node, path);
            Node old = parent.child(node.name());
            if (old != null) removeAll(old);
            tree.attach(node);
            return node;
        }

        private Node parent(List<String> names) throws IOException {
            Node parent =
                    tree.walk(
                            names.subList(0, names.size() - 1),
                            new Tree.Way(path, policy, this::implied));
            if (parent == null)
                throw new IllegalStateException("a directory was not made: " + path);
            return parent;
        }

        private Node implied(Node parent, String name) throws IOException {
            meter.implied(path);
            paths.check(name, path);
            Node node = new Node(name, parent, Inode.directory(Attributes.IMPLIED), layer);
            paths.place(node, path);
            tree.attach(node);
            sink.directory(node);
            return node;
        }

        private Refusal noFile(String found) {
            return new Refusal(
                    Rule.HARDLINK,
                    path,
                    "expected a link to an earlier file inside, found %s at '%s'"
                            .formatted(found, Escaped.shortened(entry.link())));
        }
    }
}
