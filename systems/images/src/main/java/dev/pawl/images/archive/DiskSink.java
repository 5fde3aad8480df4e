package dev.pawl.images.archive;

import dev.pawl.fetch.Sha256;
import dev.pawl.images.archive.ExtractedContents.Losses;
import dev.pawl.images.archive.rule.EscapedText;
import dev.pawl.images.archive.tar.TarReader.Blocks;
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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Creates the nodes of a tree beneath a directory.
///
/// Every node is created new and fails if its name exists, so no link is ever followed. A node is
/// private to its owner until it gets its own mode; directories get theirs last. [SmallFileWriters]
/// write small files while the archive is being read.
final class DiskSink implements NodeSink, Blocks, AutoCloseable {
    private static final Set<StandardOpenOption> NEW =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    private static final FileAttribute<Set<PosixFilePermission>> OWN_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final FileAttribute<Set<PosixFilePermission>> OWN_DIRECTORY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    /// The largest file that is held in memory and written by another thread.
    private static final int SMALL_MAX = 128 << 10;

    private static final byte[] ZEROS = new byte[64 << 10];

    private final Path root;
    private final NodeAttributes attributes = new NodeAttributes();
    private final MessageDigest digest = Sha256.digest();
    private final SmallFileWriters writers = new SmallFileWriters();
    private byte @Nullable [] small;
    private @Nullable FileChannel open;
    private Path path;
    private long position;
    private long size;

    /// Creates the directory `rootfs` in `parent`; nothing else there is touched.
    DiskSink(Path parent) throws IOException {
        root = parent.resolve(TreeBuilder.ROOTFS);
        path = root;
        Files.createDirectory(root, OWN_DIRECTORY);
    }

    @Override
    public void directory(TreeNode node) throws IOException {
        Files.createDirectory(path(node), OWN_DIRECTORY);
    }

    @Override
    public Blocks file(TreeNode node) throws IOException {
        position = 0;
        size = node.inode().size();
        path = path(node);
        if (size <= SMALL_MAX) small = new byte[(int) size];
        else open = FileChannel.open(path, NEW, OWN_FILE);
        return this;
    }

    @Override
    public void data(byte[] bytes, int from, int length) throws IOException {
        if (small != null) {
            System.arraycopy(bytes, from, small, (int) position, length);
            position += length;
            return;
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes, from, length);
        FileChannel channel = channel();
        while (buffer.hasRemaining()) position += channel.write(buffer, position);
        digest.update(bytes, from, length);
    }

    @Override
    public void hole(long length) throws IOException {
        spill();
        position += length;
        for (long left = length; left > 0; left -= ZEROS.length) {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedIOException("interrupted while reading a hole");
            }
            digest.update(ZEROS, 0, (int) Math.min(left, ZEROS.length));
        }
        // Only a write makes a file longer, so the last byte of a hole at its end is written.
        if (position == size) channel().write(ByteBuffer.allocate(1), position - 1);
    }

    @Override
    public void close(TreeNode node) throws IOException {
        if (small != null) {
            writers.write(path, small, node.inode());
            small = null;
            return;
        }
        channel().close();
        open = null;
        node.inode().digest(digest.digest());
        attributes.set(path, node.inode());
    }

    /// Writes what is held of a small file to disk, because a hole must not be written as zeros.
    private void spill() throws IOException {
        byte[] held = small;
        if (held == null) return;
        small = null;
        open = FileChannel.open(path, NEW, OWN_FILE);
        int length = (int) position;
        position = 0;
        data(held, 0, length);
    }

    @Override
    public void link(TreeNode node) throws IOException {
        Path name = path(node);
        Files.createSymbolicLink(name, asPath(node.inode().target()));
        attributes.set(name, node.inode());
    }

    @Override
    public void hardLink(TreeNode node, TreeNode existing) throws IOException {
        writers.drain();
        Files.createLink(path(node), path(existing));
    }

    @Override
    public void remove(TreeNode node) throws IOException {
        writers.drain();
        Files.delete(path(node));
    }

    /// Sets the attributes of directories, from the leaves to the root.
    void finish(TreeNode node) throws IOException {
        writers.drain();
        setAttributes(node);
    }

    private void setAttributes(TreeNode node) throws IOException {
        for (TreeNode child : node.children()) {
            if (child.isDirectory()) setAttributes(child);
        }
        attributes.set(path(node), node.inode());
    }

    Losses losses() {
        return attributes.losses().plus(writers.losses());
    }

    /// Returns how many bytes of the current files are not written yet.
    long missingBytes() {
        return writers.missingBytes() + (open == null ? 0 : size - position);
    }

    @Override
    public void close() throws IOException {
        writers.close();
        attributes.close();
        if (open != null) open.close();
    }

    private FileChannel channel() {
        if (open == null) throw new IllegalStateException("no file is being written");
        return open;
    }

    private Path path(TreeNode node) throws IOException {
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
                                    EscapedText.shortened(text),
                                    System.getProperty("sun.jnu.encoding")),
                    e);
        }
    }

    /// Threads that create small files: the system takes longer to create one than to read it.
    ///
    /// The next call throws the first error, and no file is created after it.
    private static final class SmallFileWriters implements AutoCloseable {
        private static final int THREADS = Math.min(4, Runtime.getRuntime().availableProcessors());

        /// How many files may be held at the same time.
        private static final int HELD_MAX = 64;

        private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        private final Semaphore permits = new Semaphore(HELD_MAX);
        private final AtomicReference<@Nullable IOException> error = new AtomicReference<>();
        private final AtomicLong missing = new AtomicLong();
        private final AtomicReference<Losses> losses = new AtomicReference<>(Losses.NONE);

        void write(Path path, byte[] content, Inode inode) throws IOException {
            take(1);
            threads.execute(() -> {
                try {
                    if (error.get() == null) create(path, content, inode);
                    else missing.addAndGet(content.length);
                } catch (IOException | RuntimeException e) {
                    missing.addAndGet(content.length);
                    error.compareAndSet(
                            null, e instanceof IOException io ? io : new IOException(e));
                } finally {
                    permits.release();
                }
            });
        }

        /// Waits until all files that were handed over are created.
        void drain() throws IOException {
            take(HELD_MAX);
            permits.release(HELD_MAX);
            throwFirstError();
        }

        Losses losses() {
            return losses.get();
        }

        long missingBytes() {
            return missing.get();
        }

        @Override
        public void close() {
            threads.close();
        }

        private void take(int count) throws IOException {
            throwFirstError();
            try {
                permits.acquire(count);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while files are written");
            }
        }

        private void throwFirstError() throws IOException {
            IOException first = error.get();
            if (first != null) throw first;
        }

        private void create(Path path, byte[] content, Inode inode) throws IOException {
            try (FileChannel channel = FileChannel.open(path, NEW, OWN_FILE)) {
                ByteBuffer buffer = ByteBuffer.wrap(content);
                while (buffer.hasRemaining()) channel.write(buffer);
            }
            inode.digest(Sha256.digest().digest(content));
            try (NodeAttributes small = new NodeAttributes()) {
                small.set(path, inode);
                losses.accumulateAndGet(small.losses(), Losses::plus);
            }
        }
    }
}
