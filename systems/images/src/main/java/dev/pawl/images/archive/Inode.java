package dev.pawl.images.archive;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What one or more names in a tree stand for: a file, a directory or a symbolic link.
///
/// There may be as many as entries, so there is nothing in it that could be left out.
final class Inode {
    private final Kind kind;
    private final String target;
    private final long size;
    private Attributes attributes;
    private byte @Nullable [] digest;
    private boolean isOwnerLost;
    private boolean isTimeLost;
    private int names;

    private Inode(Kind kind, String target, long size, Attributes attributes) {
        this.kind = kind;
        this.target = target;
        this.size = size;
        this.attributes = kept(attributes);
    }

    static Inode directory(Attributes attributes) {
        return new Inode(Kind.DIRECTORY, "", 0, attributes);
    }

    static Inode file(long size, Attributes attributes) {
        return new Inode(Kind.FILE, "", size, attributes);
    }

    static Inode link(String target, Attributes attributes) {
        return new Inode(Kind.LINK, target, Text.bytes(target), attributes);
    }

    Kind kind() {
        return kind;
    }

    /// Returns where a symbolic link leads; empty for all others.
    String target() {
        return target;
    }

    long size() {
        return size;
    }

    Attributes attributes() {
        return attributes;
    }

    /// Takes the attributes of a later entry for the same directory.
    void become(Attributes others) {
        attributes = kept(others);
    }

    /// Returns the SHA-256 of a file's content; null where nobody computed it.
    byte @Nullable [] digest() {
        return digest;
    }

    void digest(byte[] found) {
        digest = found;
    }

    boolean isOwnerLost() {
        return isOwnerLost;
    }

    void loseOwner() {
        isOwnerLost = true;
    }

    boolean isTimeLost() {
        return isTimeLost;
    }

    void loseTime() {
        isTimeLost = true;
    }

    int names() {
        return names;
    }

    void named(int change) {
        names += change;
    }

    /// An empty map of its own for each of many entries would be the largest part of them.
    private static Attributes kept(Attributes attributes) {
        if (!attributes.extended().isEmpty()) return attributes;
        return new Attributes(
                attributes.mode(),
                attributes.uid(),
                attributes.gid(),
                attributes.seconds(),
                attributes.nanos(),
                Map.of());
    }

    /// What an inode is.
    enum Kind {
        FILE,
        DIRECTORY,
        LINK
    }
}
