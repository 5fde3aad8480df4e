package dev.pawl.fetch.transfer;

import static dev.pawl.machine.JsonCodec.JSON;

import dev.pawl.fetch.Fetch;
import dev.pawl.fetch.FetchException;
import dev.pawl.fetch.FetchException.Kind;
import dev.pawl.fetch.FetchLimits;
import dev.pawl.fetch.Sha256;
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
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The partial file of a fetch, which becomes the target when it is complete.
///
/// A later fetch trusts only the bytes that the note counts, and the note counts only what was
/// synced before: after a power failure the rest is undefined. The file is not written through a
/// channel, because an interruption closes channels, and after an interruption the bytes so far are
/// kept.
public final class PartFile implements AutoCloseable {
    /// About this much is fetched again after the process was killed.
    private static final long SYNC_BYTES = 64L << 20;

    private static final int BUFFER_BYTES = 256 << 10;

    private final FetchSubject subject;
    private final Path target;
    private final Path part;
    private final Path noteFile;
    private final long bytesMax;
    private final TargetDisk disk;
    private final RandomAccessFile file;

    /// Which content the bytes belong to; null if they cannot be resumed.
    private @Nullable PartNote note;

    private boolean isStarted;
    private boolean isResumed;
    private long written;

    private PartFile(FetchSubject subject, Fetch fetch, long bytesMax, TargetDisk disk)
            throws IOException {
        this.subject = subject;
        this.bytesMax = bytesMax;
        this.disk = disk;
        target = fetch.target();
        part = fetch.part().resolveSibling(fetch.part().getFileName() + ".part");
        noteFile = fetch.part().resolveSibling(fetch.part().getFileName() + ".part.json");
        file = new RandomAccessFile(part.toFile(), "rw");
    }

    /// Opens the partial file of a fetch and locks it.
    public static PartFile open(FetchSubject subject, Fetch fetch, FetchLimits limits)
            throws FetchException {
        Path directory = fetch.target().getParent();
        TargetDisk disk = new TargetDisk(subject, directory == null ? fetch.target() : directory);
        try {
            long bytesMax = fetch.bytesMax().orElse(limits.bytesMax());
            PartFile opened = new PartFile(subject, fetch, bytesMax, disk);
            if (opened.isAlone()) return opened;
            opened.close();
        } catch (IOException e) {
            throw disk.failed(e, 0);
        }
        throw subject.error(
                Kind.TRANSIENT,
                "expected no other fetch of %s, found one; try again when it has ended"
                        .formatted(fetch.target()));
    }

    private boolean isAlone() throws IOException {
        try {
            if (file.getChannel().tryLock() == null) return false;
        } catch (OverlappingFileLockException e) {
            return false;
        }
        note = readNote();
        // Another fetch may have published the file between our opening and locking it.
        return Files.exists(part);
    }

    public void requireAllowed(long bytes) throws FetchException {
        if (bytes > bytesMax) {
            throw subject.error(
                    Kind.TOO_LARGE,
                    "expected at most %d bytes, found %d; raise the limit or fetch something else"
                            .formatted(bytesMax, bytes));
        }
    }

    /// Returns the note of the bytes that are here, if they belong to this content.
    public Optional<PartNote> kept(PartNote wanted) throws FetchException {
        return kept(wanted.source(), wanted.key()).filter(wanted::isSameContent);
    }

    /// Returns the note of the bytes that are here, if they belong to this object or document.
    ///
    /// The last byte of the content is never counted, so that there is always something to request
    /// and the response says whether the content is the same.
    public Optional<PartNote> kept(String source, String key) throws FetchException {
        PartNote present = note;
        if (present == null || !present.isAbout(source, key)) return Optional.empty();
        try {
            long bytes = Math.min(present.synced(), file.length());
            long most = present.total().orElse(Long.MAX_VALUE) - 1;
            bytes = Math.min(bytes, most);
            return bytes > 0 ? Optional.of(present.synced(bytes)) : Optional.empty();
        } catch (IOException e) {
            throw disk.failed(e, 0);
        }
    }

    /// Keeps the first `from` bytes and returns their digest; `left` more are expected, as far as
    /// known. With a note the fetch can be resumed from now on.
    public MessageDigest start(long from, long left, @Nullable PartNote about)
            throws FetchException {
        try {
            if (file.length() != from) file.setLength(from);
            disk.requireSpace(left);
            MessageDigest digest = digestOf(from);
            isStarted = true;
            isResumed = from > 0;
            written = from;
            note = about == null ? null : about.synced(from);
            writeNote();
            return digest;
        } catch (IOException e) {
            throw disk.failed(e, left);
        }
    }

    /// Returns whether bytes of an earlier fetch are part of this one.
    public boolean isResumed() {
        return isResumed;
    }

    private MessageDigest digestOf(long bytes) throws IOException, FetchException {
        MessageDigest digest = Sha256.digest();
        byte[] buffer = new byte[BUFFER_BYTES];
        file.seek(0);
        for (long left = bytes; left > 0; ) {
            if (Thread.currentThread().isInterrupted()) {
                throw subject.error(Kind.TRANSIENT, "interrupted while reading the partial file");
            }
            int read = (int) Math.min(buffer.length, left);
            file.readFully(buffer, 0, read);
            digest.update(buffer, 0, read);
            left -= read;
        }
        return digest;
    }

    /// Appends bytes; `left` are expected, these included.
    public void write(byte[] bytes, int count, long left) throws FetchException {
        try {
            file.write(bytes, 0, count);
            written += count;
            if (note != null && written - note.synced() >= SYNC_BYTES) checkpoint();
        } catch (IOException e) {
            throw disk.failed(e, left);
        }
    }

    /// Returns the first bytes, at most `count`; nothing may be appended afterwards.
    public byte[] head(int count) throws FetchException {
        byte[] head = new byte[(int) Math.min(count, written)];
        try {
            file.seek(0);
            file.readFully(head);
            return head;
        } catch (IOException e) {
            throw disk.failed(e, 0);
        }
    }

    private void checkpoint() throws IOException {
        if (note == null) return;
        file.getFD().sync();
        note = note.synced(written);
        writeNote();
    }

    /// Makes the file the target, completely on the disk.
    public void publish() throws FetchException {
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

    /// Leaves what a later fetch can resume, or nothing.
    public void keep() throws IOException {
        if (note == null) {
            discard();
        } else if (isStarted) {
            checkpoint();
        }
    }

    /// Leaves nothing.
    public void discard() throws IOException {
        note = null;
        Files.deleteIfExists(noteFile);
        Files.deleteIfExists(part);
    }

    /// Empties the file, so that the fetch starts over.
    public void forget() throws FetchException {
        try {
            note = null;
            isStarted = false;
            isResumed = false;
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
            // The process was killed while writing it: the bytes cannot be trusted.
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
