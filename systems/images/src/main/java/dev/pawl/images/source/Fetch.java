package dev.pawl.images.source;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What to fetch, and where to.
///
/// One fetch at a time may be under way for a target; its directory must exist.
public final class Fetch {
    /// How many bytes an object may have unless told.
    public static final long BYTES_MAX = 10L << 30;

    private final Key key;
    private final Path target;
    private final long bytesMax;
    private final Progress progress;
    private final @Nullable Sha256 expected;

    private Fetch(
            Key key, Path target, long bytesMax, Progress progress, @Nullable Sha256 expected) {
        this.key = key;
        this.target = target;
        this.bytesMax = bytesMax;
        this.progress = progress;
        this.expected = expected;
    }

    /// Returns a fetch of the object `key` into the file `target`, in place of what is there.
    public static Fetch of(Key key, Path target) {
        return new Fetch(key, target.toAbsolutePath(), BYTES_MAX, (_, _) -> {}, null);
    }

    /// Returns the same with another limit of real bytes.
    public Fetch atMost(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("expected a limit of bytes, found " + bytes);
        }
        return new Fetch(key, target, bytes, progress, expected);
    }

    /// Returns the same, with the digest that the content must have.
    public Fetch expecting(Sha256 digest) {
        return new Fetch(key, target, bytesMax, progress, digest);
    }

    /// Returns the same, with somebody who hears how far it is.
    public Fetch telling(Progress listener) {
        return new Fetch(key, target, bytesMax, listener, expected);
    }

    public Key key() {
        return key;
    }

    public Path target() {
        return target;
    }

    public long bytesMax() {
        return bytesMax;
    }

    public Optional<Sha256> expected() {
        return Optional.ofNullable(expected);
    }

    Progress progress() {
        return progress;
    }
}
