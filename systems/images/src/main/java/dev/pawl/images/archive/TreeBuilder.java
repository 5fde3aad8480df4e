package dev.pawl.images.archive;

import dev.pawl.images.archive.rule.ArchivePolicy;
import dev.pawl.images.archive.rule.ArchivePolicy.Treatment;
import dev.pawl.images.archive.rule.ArchiveRule;
import dev.pawl.images.archive.rule.ArchiveTerms;
import dev.pawl.images.archive.rule.ArchiveViolation;
import dev.pawl.images.archive.rule.EscapedText;
import dev.pawl.images.archive.rule.PathRules;
import dev.pawl.images.archive.tar.Attributes;
import dev.pawl.images.archive.tar.TarEntry;
import dev.pawl.images.archive.tar.TarEntry.EntryType;
import dev.pawl.images.archive.tar.TarReader;
import dev.pawl.images.archive.tar.TarReader.Blocks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Applies the entries of tars to a tree, under a policy.
///
/// A survey and an extraction differ only in their [NodeSink], so they cannot disagree.
final class TreeBuilder {
    /// The top directory of the document's layout.
    static final String ROOTFS = "rootfs";

    /// The layer number of a tar without layers that has everything below `rootfs/`.
    private static final int BELOW = -1;

    private static final String WHITEOUT = ".wh.";
    private static final String OPAQUE = ".wh..wh..opq";
    private static final String WHITEOUT_OWN = ".wh..wh.";

    private final ArchivePolicy policy;
    private final PathRules paths;
    private final FileTree tree;
    private final NodeSink sink;
    private final ExtractionMeter meter;

    TreeBuilder(ArchiveTerms terms, FileTree tree, NodeSink sink, ExtractionMeter meter) {
        this.policy = terms.policy();
        this.paths = new PathRules(terms);
        this.tree = tree;
        this.sink = sink;
        this.meter = meter;
    }

    /// Applies a tar whose root filesystem is at its top or below `rootfs/`.
    void apply(TarReader tar, ArchiveLayout layout) throws IOException {
        TarEntry entry;
        while ((entry = tar.next()) != null) {
            meter.entry(entry.path());
            List<String> names = paths.names(entry.path());
            boolean isBelow = layout == ArchiveLayout.ROOTFS;
            if (!isBelow && !policy.directRoot()) throw noRootfs(entry);
            // The directory that contains rootfs/ belongs to the caller.
            if (isBelow && names.isEmpty()) {
                if (entry.type() != EntryType.DIRECTORY) throw noRootfs(entry);
                continue;
            }
            // Entries beside rootfs/ are not part of the root filesystem.
            if (isBelow && !names.getFirst().equals(ROOTFS)) {
                meter.skipped();
                continue;
            }
            new Entry(tar, entry, isBelow ? BELOW : 0)
                    .apply(isBelow ? inside(names, entry) : names);
        }
    }

    /// Applies a layer over the previous ones; the first is number 0.
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

    /// Refuses a tree that does not look like a root filesystem.
    void expectRootfs() throws ArchiveViolation {
        RootLayout.expectRootfs(tree);
    }

    /// Checks the rules that concern more than one entry.
    void finish() throws IOException {
        if (policy.escapingLinks() == Treatment.REFUSE) checkLinks(tree.root());
    }

    /// A target whose text stays inside may still lead outside through other links.
    private void checkLinks(TreeNode directory) throws IOException {
        for (TreeNode child : directory.children()) {
            switch (child.inode().kind()) {
                case FILE -> {}
                case DIRECTORY -> checkLinks(child);
                case LINK -> {
                    try {
                        tree.walk(names(child), new FileTree.EscapeCheck(child));
                    } catch (ArchiveViolation refusal) {
                        // A link that leads nowhere does not lead outside.
                        if (refusal.rule() != ArchiveRule.LINK_LOOP) throw refusal;
                    }
                }
            }
        }
    }

    private static List<String> names(TreeNode node) {
        List<String> names = new ArrayList<>();
        for (TreeNode at = node; at.parent() != null; at = at.parent()) names.addFirst(at.name());
        return names;
    }

    private static List<String> inside(List<String> names, TarEntry entry) throws ArchiveViolation {
        if (names.isEmpty() || !names.getFirst().equals(ROOTFS)) throw noRootfs(entry);
        return names.subList(1, names.size());
    }

    private static ArchiveViolation noRootfs(TarEntry entry) {
        return new ArchiveViolation(
                ArchiveRule.LAYOUT,
                entry.path(),
                "expected all entries below rootfs/, found this one outside");
    }

    private void whiteOut(List<String> names, TarEntry entry, int layer) throws IOException {
        String name = names.getLast();
        TreeNode parent =
                tree.walk(
                        names.subList(0, names.size() - 1),
                        new FileTree.EntryWalk(entry.path(), policy, (_, _) -> null));
        if (name.equals(OPAQUE)) {
            if (parent != null) for (TreeNode child : parent.children()) prune(child, layer);
            return;
        }
        // Marks that the union file system uses for itself.
        if (name.startsWith(WHITEOUT_OWN)) return;
        String hidden = name.substring(WHITEOUT.length());
        if (hidden.isEmpty() || hidden.equals(".") || hidden.equals("..")) {
            throw new ArchiveViolation(
                    ArchiveRule.WHITEOUT,
                    entry.path(),
                    "expected the name of an entry after '%s', found '%s'"
                            .formatted(WHITEOUT, hidden));
        }
        TreeNode node = parent == null ? null : parent.child(hidden);
        if (node != null) prune(node, layer);
    }

    /// Removes what earlier layers created at or beneath `node`.
    private void prune(TreeNode node, int layer) throws IOException {
        for (TreeNode child : node.children()) prune(child, layer);
        if (node.layer() < layer && node.children().isEmpty()) remove(node);
    }

    private void removeAll(TreeNode node) throws IOException {
        for (TreeNode child : node.children()) removeAll(child);
        remove(node);
    }

    private void remove(TreeNode node) throws IOException {
        sink.remove(node);
        tree.detach(node);
    }

    /// Applies one entry to the tree.
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
            TreeNode node = attach(names, Inode.file(entry.size(), attributes));
            Blocks blocks = sink.file(node);
            tar.content(blocks);
            sink.close(node);
        }

        private void directory(List<String> names) throws IOException {
            Attributes attributes = allowed();
            TreeNode existing =
                    names.isEmpty() ? tree.root() : parent(names).child(names.getLast());
            if (existing != null && existing.isDirectory()) {
                existing.inode().replaceAttributes(attributes);
                existing.setLayer(layer);
                return;
            }
            sink.directory(attach(names, Inode.directory(attributes)));
        }

        private void link(List<String> names) throws IOException {
            String target = entry.link();
            if (target.isEmpty()) {
                throw new ArchiveViolation(
                        ArchiveRule.LINK_TARGET, path, "expected a target, found nothing");
            }
            paths.bound(target, path);
            TreeNode node = attach(names, Inode.link(target, entry.attributes()));
            if (policy.escapingLinks() == Treatment.REFUSE) expectInside(node, target);
            sink.link(node);
        }

        private void expectInside(TreeNode node, String target) throws ArchiveViolation {
            int depth = names(node).size() - 1;
            boolean isOutside = target.startsWith("/");
            for (String name : target.split("/", -1)) {
                if (name.equals("..")) depth--;
                else if (!name.isEmpty() && !name.equals(".")) depth++;
                isOutside |= depth < 0;
            }
            if (isOutside) {
                throw new ArchiveViolation(
                        ArchiveRule.LINK_TARGET,
                        path,
                        "expected a relative target inside the root, found '%s'"
                                .formatted(EscapedText.shortened(target)));
            }
        }

        private void hardLink(List<String> names) throws IOException {
            TreeNode existing = linked();
            TreeNode old = names.isEmpty() ? null : parent(names).child(names.getLast());
            if (old != null && old.inode() == existing.inode()) {
                if (old != existing) return;
                throw noFile("itself");
            }
            for (TreeNode at = existing; at != null; at = at.parent()) {
                if (at == old) throw noFile("what the link would replace");
            }
            sink.hardLink(attach(names, existing.inode()), existing);
        }

        /// Returns the earlier file that a hard link names by its path in the archive.
        private TreeNode linked() throws IOException {
            String target = entry.link();
            if (target.isEmpty() || target.startsWith("/")) throw noFile("an absolute path");
            List<String> names;
            try {
                names = paths.names(target);
                if (layer == BELOW) names = inside(names, entry);
            } catch (ArchiveViolation refusal) {
                throw noFile("a path that breaks a rule (%s)".formatted(refusal.rule().title()));
            }
            if (names.isEmpty()) throw noFile("the root");
            TreeNode parent =
                    tree.walk(
                            names.subList(0, names.size() - 1),
                            new FileTree.EntryWalk(path, policy, (_, _) -> null));
            TreeNode node = parent == null ? null : parent.child(names.getLast());
            if (node == null) throw noFile("nothing");
            if (node.inode().kind() != Inode.Kind.FILE) throw noFile("a " + node.inode().kind());
            return node;
        }

        private void device() throws ArchiveViolation {
            if (policy.devices() == Treatment.REFUSE) {
                throw new ArchiveViolation(
                        ArchiveRule.DEVICE,
                        path,
                        "expected no devices or FIFOs, found a " + entry.type());
            }
            meter.skipped();
        }

        private Attributes allowed() throws ArchiveViolation {
            Attributes attributes = entry.attributes();
            if (!attributes.isSpecial(entry.type() == EntryType.DIRECTORY)) return attributes;
            meter.specialBits();
            return switch (policy.specialBits()) {
                case KEEP -> attributes;
                case DROP -> attributes.withoutPrivileges();
                case REFUSE ->
                        throw new ArchiveViolation(
                                ArchiveRule.SPECIAL_BITS,
                                path,
                                "expected no setuid, setgid or capabilities, found mode %04o%s"
                                        .formatted(
                                                attributes.mode(),
                                                attributes
                                                                .extended()
                                                                .containsKey(Attributes.CAPABILITY)
                                                        ? " with capabilities"
                                                        : ""));
            };
        }

        /// Attaches a new node; an existing one is removed and never written through.
        private TreeNode attach(List<String> names, Inode inode) throws IOException {
            if (names.isEmpty()) {
                throw new ArchiveViolation(
                        ArchiveRule.LAYOUT,
                        path,
                        "expected the root to be a directory, found " + entry.type());
            }
            TreeNode parent = parent(names);
            TreeNode node = new TreeNode(names.getLast(), parent, inode, layer);
            paths.checkPosition(node.depth(), node.pathBytes(), path);
            TreeNode old = parent.child(node.name());
            if (old != null) removeAll(old);
            tree.attach(node);
            return node;
        }

        private TreeNode parent(List<String> names) throws IOException {
            TreeNode parent =
                    tree.walk(
                            names.subList(0, names.size() - 1),
                            new FileTree.EntryWalk(path, policy, this::implied));
            if (parent == null)
                throw new IllegalStateException(
                        "expected a parent directory for %s, found none".formatted(path));
            return parent;
        }

        private TreeNode implied(TreeNode parent, String name) throws IOException {
            meter.implied(path);
            paths.check(name, path);
            TreeNode node = new TreeNode(name, parent, Inode.directory(Attributes.IMPLIED), layer);
            paths.checkPosition(node.depth(), node.pathBytes(), path);
            tree.attach(node);
            sink.directory(node);
            return node;
        }

        private ArchiveViolation noFile(String found) {
            return new ArchiveViolation(
                    ArchiveRule.HARDLINK,
                    path,
                    "expected a link to an earlier file inside, found %s at '%s'"
                            .formatted(found, EscapedText.shortened(entry.link())));
        }
    }
}
