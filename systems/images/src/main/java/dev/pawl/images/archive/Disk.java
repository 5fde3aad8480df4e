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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Makes the nodes of a tree beneath a directory.
///
/// Every node is made anew and fails where something is already, so nothing is ever followed. It is
/// only its owner's until it has its own mode, and directories get theirs last. Small files are
/// written by a [Crew] while the archive is read on.
final class Disk implements Sink, Blocks, AutoCloseable {
    private static final Set<StandardOpenOption> NEW =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    private static final FileAttribute<Set<PosixFilePermission>> OWN_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final FileAttribute<Set<PosixFilePermission>> OWN_DIRECTORY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    /// What is held in memory to be written by others.
    private static final int SMALL_MAX = 128 << 10;

    private static final byte[] ZEROS = new byte[64 << 10];

    private final Path root;
    private final Belongings belongings = new Belongings();
    private final MessageDigest digest = Digesting.sha256();
    private final Crew crew = new Crew();
    private byte @Nullable [] small;
    private @Nullable FileChannel open;
    private Path path;
    private long position;
    private long size;

    /// The directory `rootfs` is made beneath `parent`; nothing else there is touched.
    Disk(Path parent) throws IOException {
        root = parent.resolve(Unpacking.ROOTFS);
        path = root;
        Files.createDirectory(root, OWN_DIRECTORY);
    }

    @Override
    public void directory(Node node) throws IOException {
        Files.createDirectory(path(node), OWN_DIRECTORY);
    }

    @Override
    public Blocks file(Node node) throws IOException {
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
        // Only what is written makes a file longer: the last byte of a hole at its end.
        if (position == size) channel().write(ByteBuffer.allocate(1), position - 1);
    }

    @Override
    public void close(Node node) throws IOException {
        if (small != null) {
            crew.write(path, small, node.inode());
            small = null;
            return;
        }
        channel().close();
        open = null;
        node.inode().digest(digest.digest());
        belongings.give(path, node.inode());
    }

    /// Writes what is held of a small file: a hole must stay one.
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
    public void link(Node node) throws IOException {
        Path name = path(node);
        Files.createSymbolicLink(name, asPath(node.inode().target()));
        belongings.give(name, node.inode());
    }

    @Override
    public void hardLink(Node node, Node existing) throws IOException {
        crew.drain();
        Files.createLink(path(node), path(existing));
    }

    @Override
    public void remove(Node node) throws IOException {
        crew.drain();
        Files.delete(path(node));
    }

    /// Gives directories their modes and times, from the leaves to the root.
    void finish(Node node) throws IOException {
        crew.drain();
        dress(node);
    }

    private void dress(Node node) throws IOException {
        for (Node child : node.children()) {
            if (child.isDirectory()) dress(child);
        }
        belongings.give(path(node), node.inode());
    }

    Losses losses() {
        return belongings.losses().plus(crew.losses());
    }

    /// Returns how many bytes of the files at hand are not written yet.
    long missingBytes() {
        return crew.missingBytes() + (open == null ? 0 : size - position);
    }

    @Override
    public void close() throws IOException {
        crew.close();
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

    /// Threads that make small files: to make one takes the system longer than to read it.
    ///
    /// The first trouble is told to whoever comes next, and nothing more is made after it.
    private static final class Crew implements AutoCloseable {
        private static final int THREADS = Math.min(4, Runtime.getRuntime().availableProcessors());

        /// How many files may be held at a time.
        private static final int HELD_MAX = 64;

        private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        private final Semaphore room = new Semaphore(HELD_MAX);
        private final AtomicReference<@Nullable IOException> trouble = new AtomicReference<>();
        private final AtomicLong missing = new AtomicLong();
        private final AtomicReference<Losses> losses = new AtomicReference<>(Losses.NONE);

        void write(Path path, byte[] content, Inode inode) throws IOException {
            take(1);
            threads.execute(() -> {
                try {
                    if (trouble.get() == null) make(path, content, inode);
                    else missing.addAndGet(content.length);
                } catch (IOException | RuntimeException e) {
                    missing.addAndGet(content.length);
                    trouble.compareAndSet(
                            null, e instanceof IOException io ? io : new IOException(e));
                } finally {
                    room.release();
                }
            });
        }

        /// Returns when all files that were handed over are made.
        void drain() throws IOException {
            take(HELD_MAX);
            room.release(HELD_MAX);
            tell();
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

        private void take(int permits) throws IOException {
            tell();
            try {
                room.acquire(permits);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while files are written");
            }
        }

        private void tell() throws IOException {
            IOException first = trouble.get();
            if (first != null) throw first;
        }

        private void make(Path path, byte[] content, Inode inode) throws IOException {
            try (FileChannel channel = FileChannel.open(path, NEW, OWN_FILE)) {
                ByteBuffer buffer = ByteBuffer.wrap(content);
                while (buffer.hasRemaining()) channel.write(buffer);
            }
            inode.digest(Digesting.sha256().digest(content));
            try (Belongings given = new Belongings()) {
                given.give(path, inode);
                losses.accumulateAndGet(given.losses(), Losses::plus);
            }
        }
    }
}
