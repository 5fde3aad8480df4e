package dev.pawl.feeds.web;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A document in the making.
///
/// What a later download may trust are the bytes that its facts count, and they count only what was
/// synced before: after a loss of power the rest may be anything. It is not written through a
/// channel, since an interruption closes channels, and just then the bytes so far are to be kept.
final class Part implements AutoCloseable {
    /// About so much is fetched again after the process was killed.
    private static final long SYNC_BYTES = 64L << 20;

    private static final int BUFFER_BYTES = 64 << 10;

    private final Spot spot;
    private final RandomAccessFile file;
    private final byte[] buffer = new byte[BUFFER_BYTES];

    /// What the bytes are a part of; null if they cannot be told from others.
    private @Nullable Facts facts;

    private long bytes;

    private Part(Spot spot) throws IOException {
        this.spot = spot;
        file = new RandomAccessFile(spot.part().toFile(), "rw");
    }

    static Part open(Spot spot) throws IOException {
        spot.prepare();
        Part part = new Part(spot);
        Facts facts = Facts.read(spot.partFacts()).orElse(null);
        boolean useful =
                facts != null
                        && facts.isStrong()
                        && facts.bytes() > 0
                        && facts.bytes() <= part.file.length();
        if (useful) part.facts = facts;
        return part;
    }

    /// Returns what was kept of an earlier download and can be continued.
    Optional<Facts> kept() {
        return Optional.ofNullable(facts);
    }

    /// Keeps the first bytes, and goes on with a content that may be continued if its tag is
    /// strong.
    void begin(long from, Facts about) throws IOException {
        file.setLength(from);
        file.seek(from);
        bytes = from;
        facts = about.isStrong() ? about.bytes(from) : null;
    }

    void write(ByteBuffer piece) throws IOException {
        while (piece.hasRemaining()) {
            int count = Math.min(piece.remaining(), buffer.length);
            piece.get(buffer, 0, count);
            file.write(buffer, 0, count);
            bytes += count;
        }
        if (facts != null && bytes - facts.bytes() >= SYNC_BYTES) keep();
    }

    long bytes() {
        return bytes;
    }

    byte[] head(int count) throws IOException {
        byte[] head = new byte[(int) Math.min(count, bytes)];
        file.seek(0);
        file.readFully(head);
        return head;
    }

    /// Leaves what a later download can continue, or nothing.
    void keep() throws IOException {
        Facts about = facts;
        if (about == null) {
            discard();
            return;
        }
        file.getFD().sync();
        facts = about.bytes(bytes);
        facts.write(spot.partFacts());
    }

    /// Makes it the document, all of it on the disk.
    void publish(Facts about) throws IOException {
        file.getFD().sync();
        spot.forget();
        Files.move(
                spot.part(),
                spot.file(),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
        sync(Objects.requireNonNull(spot.file().getParent()));
        about.bytes(bytes).write(spot.facts());
        Files.deleteIfExists(spot.partFacts());
    }

    /// Makes names in a directory durable, also for a thread that is interrupted meanwhile.
    private static void sync(Path directory) throws IOException {
        boolean isInterrupted = false;
        try {
            while (true) {
                try (FileChannel names = FileChannel.open(directory, StandardOpenOption.READ)) {
                    names.force(true);
                    return;
                } catch (ClosedByInterruptException _) {
                    isInterrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (isInterrupted) Thread.currentThread().interrupt();
        }
    }

    /// Leaves nothing.
    void discard() throws IOException {
        facts = null;
        bytes = 0;
        file.setLength(0);
        Files.deleteIfExists(spot.partFacts());
        Files.deleteIfExists(spot.part());
    }

    /// Forgets what was kept; the download begins anew.
    void forget() throws IOException {
        facts = null;
        Files.deleteIfExists(spot.partFacts());
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
