package dev.pawl.images.archive;

import dev.pawl.images.archive.rule.ArchiveText;
import dev.pawl.images.archive.tar.Attributes;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A file, a directory or a symbolic link, which has one or more names in a tree.
///
/// There may be as many as entries, so it holds only what is needed.
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
        return new Inode(Kind.LINK, target, ArchiveText.bytes(target), attributes);
    }

    Kind kind() {
        return kind;
    }

    /// Returns the target of a symbolic link; empty for other kinds.
    String target() {
        return target;
    }

    long size() {
        return size;
    }

    Attributes attributes() {
        return attributes;
    }

    /// Replaces the attributes with those of a later entry for the same directory.
    void replaceAttributes(Attributes others) {
        attributes = kept(others);
    }

    /// Returns the SHA-256 of a file's content; null if it was not computed.
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

    /// Shares one empty map: a map per inode would take more memory than the rest of it.
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

    /// The kind of an inode.
    enum Kind {
        FILE,
        DIRECTORY,
        LINK
    }
}
