package dev.pawl.images.archive;

import dev.pawl.images.archive.rule.ArchiveText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A name in a tree and its inode.
final class TreeNode {
    private static final int INITIAL_CHILDREN = 4;

    private final String name;
    private final @Nullable TreeNode parent;
    private final Inode inode;
    private @Nullable Map<String, TreeNode> children;
    private int layer;

    TreeNode(String name, @Nullable TreeNode parent, Inode inode, int layer) {
        this.name = name;
        this.parent = parent;
        this.inode = inode;
        this.layer = layer;
    }

    String name() {
        return name;
    }

    /// Returns the parent directory; null for the root.
    @Nullable TreeNode parent() {
        return parent;
    }

    Inode inode() {
        return inode;
    }

    boolean isDirectory() {
        return inode.kind() == Inode.Kind.DIRECTORY;
    }

    /// Returns the last layer that has an entry for this node.
    int layer() {
        return layer;
    }

    void setLayer(int later) {
        layer = later;
    }

    @Nullable TreeNode child(String wanted) {
        return children == null ? null : children.get(wanted);
    }

    /// Returns a copy, so that children may be removed during iteration.
    Collection<TreeNode> children() {
        return children == null ? List.of() : new ArrayList<>(children.values());
    }

    void put(TreeNode child) {
        if (children == null) children = new HashMap<>(INITIAL_CHILDREN);
        children.put(child.name(), child);
    }

    void remove(TreeNode child) {
        if (children != null) children.remove(child.name());
    }

    /// Returns the path below the root, with slashes; empty for the root itself.
    String path() {
        if (parent == null) return "";
        StringBuilder path = new StringBuilder();
        append(path);
        return path.toString();
    }

    /// Returns how many components the path has; 0 for the root.
    int depth() {
        int depth = 0;
        for (TreeNode at = this; at.parent != null; at = at.parent) depth++;
        return depth;
    }

    /// Returns how many bytes the path has, with a slash before each component.
    int pathBytes() {
        int bytes = 0;
        for (TreeNode at = this; at.parent != null; at = at.parent) {
            bytes += 1 + ArchiveText.bytes(at.name);
        }
        return bytes;
    }

    private void append(StringBuilder path) {
        if (parent != null && parent.parent != null) {
            parent.append(path);
            path.append('/');
        }
        path.append(name);
    }
}
