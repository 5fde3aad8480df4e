package dev.pawl.images.source;

import static dev.pawl.machine.JsonCodec.JSON;

import dev.pawl.images.source.SourceException.Kind;
import dev.pawl.run.Payload;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/// A file in the making, beside the one that it will be.
///
/// What a later fetch may trust are the bytes that the note counts, and it counts only what was
/// synced before: after a loss of power the rest may be anything. Nothing is written through a
/// channel, since an interruption closes channels, and just then the bytes so far are to be kept.
final class PartFile implements AutoCloseable {
    /// About so much is fetched again after the process was killed.
    private static final long SYNC_BYTES = 64L << 20;

    private static final int BUFFER_BYTES = 256 << 10;

    private final Subject subject;
    private final Path target;
    private final Path part;
    private final Path noteFile;
    private final Disk disk;
    private final RandomAccessFile file;

    /// What the bytes are a part of; null if they cannot be continued.
    private @Nullable PartNote note;

    private boolean isBegun;
    private boolean isContinued;
    private long written;

    private PartFile(Subject subject, Path target, Disk disk) throws IOException {
        this.subject = subject;
        this.target = target;
        this.disk = disk;
        part = target.resolveSibling(target.getFileName() + ".part");
        noteFile = target.resolveSibling(target.getFileName() + ".part.json");
        file = new RandomAccessFile(part.toFile(), "rw");
    }

    /// Opens the partial file of a target, for one fetch at a time.
    static PartFile open(Subject subject, Path target) throws SourceException {
        Path directory = target.getParent();
        Disk disk = new Disk(subject, directory == null ? target : directory);
        try {
            PartFile opened = new PartFile(subject, target, disk);
            if (opened.isAlone()) return opened;
            opened.close();
        } catch (IOException e) {
            throw disk.failed(e, 0);
        }
        throw subject.error(
                Kind.TRANSIENT,
                "expected no other fetch of %s, found one; try again when it has ended"
                        .formatted(target));
    }

    private boolean isAlone() throws IOException {
        try {
            if (file.getChannel().tryLock() == null) return false;
        } catch (OverlappingFileLockException e) {
            return false;
        }
        note = readNote();
        // Whoever had it before may have made it the target between our opening and locking it.
        return Files.exists(part);
    }

    /// Returns how many bytes of the content that `wanted` describes are here.
    ///
    /// The last byte is never counted, so that the source is asked for something and says whether
    /// the content is the same.
    long kept(PartNote wanted) throws SourceException {
        if (note == null || !note.isOf(wanted)) return 0;
        try {
            return Math.max(0, Math.min(Math.min(note.synced(), file.length()), note.length() - 1));
        } catch (IOException e) {
            throw disk.failed(e, 0);
        }
    }

    /// Keeps the first `from` bytes and returns their digest; `left` are still to come, as far as
    /// is known. With a note the fetch can be continued from now on.
    MessageDigest begin(long from, long left, @Nullable PartNote about) throws SourceException {
        try {
            file.setLength(from);
            disk.requireSpace(left);
            MessageDigest digest = digestOf(from);
            isBegun = true;
            isContinued = from > 0;
            written = from;
            note = about == null ? null : about.synced(from);
            writeNote();
            return digest;
        } catch (IOException e) {
            throw disk.failed(e, left);
        }
    }

    /// Returns whether bytes of an earlier fetch are among those of this one.
    boolean isContinued() {
        return isContinued;
    }

    private MessageDigest digestOf(long bytes) throws IOException, SourceException {
        MessageDigest digest = Sha256.digest();
        byte[] buffer = new byte[BUFFER_BYTES];
        file.seek(0);
        for (long left = bytes; left > 0; ) {
            if (Thread.currentThread().isInterrupted()) {
                throw subject.error(Kind.TRANSIENT, "interrupted at the bytes that were kept");
            }
            int read = (int) Math.min(buffer.length, left);
            file.readFully(buffer, 0, read);
            digest.update(buffer, 0, read);
            left -= read;
        }
        return digest;
    }

    /// Adds bytes; `left` are still to come with them.
    void write(byte[] bytes, int count, long left) throws SourceException {
        try {
            file.write(bytes, 0, count);
            written += count;
            if (note != null && written - note.synced() >= SYNC_BYTES) checkpoint();
        } catch (IOException e) {
            throw disk.failed(e, left);
        }
    }

    private void checkpoint() throws IOException {
        if (note == null) return;
        file.getFD().sync();
        note = note.synced(written);
        writeNote();
    }

    /// Makes the file the target, all of it on the disk.
    void publish() throws SourceException {
        try {
            file.getFD().sync();
            Files.move(
                    part,
                    target,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
            Files.deleteIfExists(noteFile);
            disk.sync();
        } catch (IOException e) {
            throw disk.failed(e, 0);
        }
    }

    /// Leaves what a later fetch can continue, or nothing.
    void keep() throws IOException {
        if (note == null) {
            discard();
        } else if (isBegun) {
            checkpoint();
        }
    }

    /// Leaves nothing.
    void discard() throws IOException {
        note = null;
        Files.deleteIfExists(noteFile);
        Files.deleteIfExists(part);
    }

    /// Forgets what is here; the fetch begins anew.
    void forget() throws SourceException {
        try {
            note = null;
            isBegun = false;
            isContinued = false;
            Files.deleteIfExists(noteFile);
            file.setLength(0);
        } catch (IOException e) {
            throw disk.failed(e, 0);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    private @Nullable PartNote readNote() throws IOException {
        try {
            return JSON.decode(Payload.of(Files.readAllBytes(noteFile)), PartNote.class);
        } catch (NoSuchFileException e) {
            return null;
        } catch (IllegalArgumentException e) {
            // Cut off while it was written: what is here cannot be trusted.
            return null;
        }
    }

    private void writeNote() throws IOException {
        if (note == null) {
            Files.deleteIfExists(noteFile);
            return;
        }
        try (FileOutputStream out = new FileOutputStream(noteFile.toFile())) {
            out.write(JSON.encode(note).bytes());
        }
    }
}
