package dev.pawl.fetch;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/// Where to put the content of an object or document, and what to observe on the way.
///
/// One fetch at a time may write a target. The directories of the target and of the part must exist
/// and be on the same file system.
///
/// @param target the file that the content replaces
/// @param part the path of the partial file, without its suffix `.part`
/// @param bytesMax the largest content; empty for that of [FetchLimits]
/// @param expected the digest that the content must have
/// @param progress notified of each piece
/// @param gate asked before each attempt
public record Fetch(
        Path target,
        Path part,
        OptionalLong bytesMax,
        Optional<Sha256> expected,
        Progress progress,
        FetchGate gate) {

    public Fetch {
        target = target.toAbsolutePath();
        part = part.toAbsolutePath();
        if (bytesMax.orElse(0) < 0) {
            throw new IllegalArgumentException(
                    "expected a limit of bytes, found " + bytesMax.getAsLong());
        }
    }

    /// Returns a fetch into a file, with the partial file beside it.
    public static Fetch to(Path target) {
        return new Fetch(
                target,
                target,
                OptionalLong.empty(),
                Optional.empty(),
                (_, _) -> {},
                FetchGate.OPEN);
    }

    /// Returns the same fetch with the partial file at `path` with the suffix `.part`.
    public Fetch partAt(Path path) {
        return new Fetch(target, path, bytesMax, expected, progress, gate);
    }

    /// Returns the same fetch with another limit of bytes.
    public Fetch atMost(long bytes) {
        return new Fetch(target, part, OptionalLong.of(bytes), expected, progress, gate);
    }

    /// Returns the same fetch with the digest that the content must have.
    public Fetch expecting(Sha256 digest) {
        return new Fetch(target, part, bytesMax, Optional.of(digest), progress, gate);
    }

    /// Returns the same fetch with a listener to its progress.
    public Fetch reportingTo(Progress listener) {
        return new Fetch(target, part, bytesMax, expected, listener, gate);
    }

    /// Returns the same fetch with a gate before its requests.
    public Fetch through(FetchGate other) {
        return new Fetch(target, part, bytesMax, expected, progress, other);
    }

    /// Listens to the progress of a fetch.
    ///
    /// It is called for each piece, on the thread of the transfer, while the caller of the fetch
    /// waits: an implementation that needs few calls skips the others.
    @FunctionalInterface
    public interface Progress {

        /// Called when `bytes` of the whole content are written; `total` is empty if unknown.
        void at(long bytes, OptionalLong total);
    }
}
