package dev.pawl.images.source;

import java.util.Objects;

/// What a partial file is a part of, and how many of its bytes are on the disk.
///
/// Kept as JSON beside it. A record of Jackson's may miss fields, which is found here.
record PartNote(String source, String key, String validator, long length, long synced) {
    PartNote {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(validator, "validator");
        if (synced < 0 || synced > length) {
            throw new IllegalArgumentException(
                    "expected 0 to %d bytes on the disk, found %d".formatted(length, synced));
        }
    }

    PartNote synced(long bytes) {
        return new PartNote(source, key, validator, length, bytes);
    }

    /// Returns whether both are about the same content.
    boolean isOf(PartNote other) {
        return synced(0).equals(other.synced(0));
    }
}
