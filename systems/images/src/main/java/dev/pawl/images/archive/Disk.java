package dev.pawl.images.archive;

import dev.pawl.images.archive.Contents.Losses;
import dev.pawl.images.archive.TarReader.Blocks;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Makes the nodes of a tree beneath a directory.
///
/// Every node is made anew and fails where something is already, so nothing is ever followed. It is
/// only its owner's until it has its own mode, and directories get theirs last.
final class Disk implements Sink, Blocks, AutoCloseable {
    private static final Set<StandardOpenOption> NEW =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    private static final FileAttribute<Set<PosixFilePermission>> OWN_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final FileAttribute<Set<PosixFilePermission>> OWN_DIRECTORY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private static final byte[] ZEROS = new byte[64 << 10];

    private final Path root;
    private final Belongings belongings = new Belongings();
    private final MessageDigest digest = Digesting.sha256();
    private @Nullable FileChannel open;
    private long position;
    private long size;

    /// The directory `rootfs` is made beneath `parent`; nothing else there is touched.
    Disk(Path parent) throws IOException {
        root = parent.resolve(Unpacking.ROOTFS);
        Files.createDirectory(root, OWN_DIRECTORY);
    }

    @Override
    public void directory(Node node) throws IOException {
        Files.createDirectory(path(node), OWN_DIRECTORY);
    }

    @Override
    public Blocks file(Node node) throws IOException {
        open = FileChannel.open(path(node), NEW, OWN_FILE);
        position = 0;
        size = node.inode().size();
        return this;
    }

    @Override
    public void data(byte[] bytes, int from, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes, from, length);
        FileChannel channel = channel();
        while (buffer.hasRemaining()) position += channel.write(buffer, position);
        digest.update(bytes, from, length);
    }

    @Override
    public void hole(long length) throws IOException {
        position += length;
        for (long left = length; left > 0; left -= ZEROS.length) {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedIOException("interrupted while reading a hole");
            }
            digest.update(ZEROS, 0, (int) Math.min(left, ZEROS.length));
        }
        // Only what is written makes a file longer: the last byte of a hole at its end.
        if (position == size) channel().write(ByteBuffer.allocate(1), position - 1);
    }

    @Override
    public void close(Node node) throws IOException {
        channel().close();
        open = null;
        node.inode().digest(digest.digest());
        belongings.give(path(node), node.inode());
    }

    @Override
    public void link(Node node) throws IOException {
        Path path = path(node);
        Files.createSymbolicLink(path, asPath(node.inode().target()));
        belongings.give(path, node.inode());
    }

    @Override
    public void hardLink(Node node, Node existing) throws IOException {
        Files.createLink(path(node), path(existing));
    }

    @Override
    public void remove(Node node) throws IOException {
        Files.delete(path(node));
    }

    /// Gives directories their modes and times, from the leaves to the root.
    void finish(Node node) throws IOException {
        for (Node child : node.children()) {
            if (child.isDirectory()) finish(child);
        }
        belongings.give(path(node), node.inode());
    }

    Losses losses() {
        return belongings.losses();
    }

    /// Returns how many bytes of the file at hand are not written yet.
    long missingBytes() {
        return open == null ? 0 : size - position;
    }

    @Override
    public void close() throws IOException {
        belongings.close();
        if (open != null) open.close();
    }

    private FileChannel channel() {
        if (open == null) throw new IllegalStateException("no file is being written");
        return open;
    }

    private Path path(Node node) throws IOException {
        String below = node.path();
        return below.isEmpty() ? root : asPath(root + "/" + below);
    }

    private Path asPath(String text) throws IOException {
        try {
            return root.getFileSystem().getPath(text);
        } catch (InvalidPathException e) {
            throw new IOException(
                    "expected a locale that can name '%s', found the encoding %s; use C.UTF-8"
                            .formatted(
                                    Escaped.shortened(text),
                                    System.getProperty("sun.jnu.encoding")),
                    e);
        }
    }
}
