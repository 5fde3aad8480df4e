package dev.pawl.images.archive;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A name in a tree, and what it stands for.
final class Node {
    private static final int CHILDREN_AT_FIRST = 4;

    private final String name;
    private final @Nullable Node parent;
    private final Inode inode;
    private @Nullable Map<String, Node> children;
    private int layer;

    Node(String name, @Nullable Node parent, Inode inode, int layer) {
        this.name = name;
        this.parent = parent;
        this.inode = inode;
        this.layer = layer;
    }

    String name() {
        return name;
    }

    /// Returns the directory that it is in; null for the root.
    @Nullable Node parent() {
        return parent;
    }

    Inode inode() {
        return inode;
    }

    boolean isDirectory() {
        return inode.kind() == Inode.Kind.DIRECTORY;
    }

    /// Returns the layer that brought it last.
    int layer() {
        return layer;
    }

    void broughtBy(int later) {
        layer = later;
    }

    @Nullable Node child(String wanted) {
        return children == null ? null : children.get(wanted);
    }

    /// Returns a copy, so that children may be taken away meanwhile.
    Collection<Node> children() {
        return children == null ? List.of() : new ArrayList<>(children.values());
    }

    void put(Node child) {
        if (children == null) children = new HashMap<>(CHILDREN_AT_FIRST);
        children.put(child.name(), child);
    }

    void remove(Node child) {
        if (children != null) children.remove(child.name());
    }

    /// Returns the path below the root, with slashes; empty for the root itself.
    String path() {
        if (parent == null) return "";
        StringBuilder path = new StringBuilder();
        append(path);
        return path.toString();
    }

    private void append(StringBuilder path) {
        if (parent != null && parent.parent != null) {
            parent.append(path);
            path.append('/');
        }
        path.append(name);
    }
}
