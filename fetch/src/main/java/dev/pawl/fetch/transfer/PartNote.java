package dev.pawl.fetch.transfer;

import dev.pawl.fetch.Validator;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Which content a partial file belongs to, and how many of its bytes are on the disk.
///
/// It is stored as JSON beside the partial file. Jackson leaves a field that is missing null, which
/// the constructor refuses.
///
/// @param length the length of the whole content; null if unknown
public record PartNote(
        String source, String key, String validator, @Nullable Long length, long synced) {
    public PartNote {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(validator, "validator");
        if (synced < 0 || (length != null && synced > length)) {
            throw new IllegalArgumentException(
                    "expected 0 to %s bytes on the disk, found %d".formatted(length, synced));
        }
    }

    public static PartNote of(String source, String key, Validator validator, OptionalLong length) {
        Long known = length.isPresent() ? length.getAsLong() : null;
        return new PartNote(source, key, validator.text(), known, /* synced= */ 0);
    }

    public PartNote synced(long bytes) {
        return new PartNote(source, key, validator, length, bytes);
    }

    /// Returns whether both are about the same object or document, of whatever content.
    public boolean isAbout(String otherSource, String otherKey) {
        return source.equals(otherSource) && key.equals(otherKey);
    }

    /// Returns whether both are about the same content.
    public boolean isSameContent(PartNote other) {
        return synced(0).equals(other.synced(0));
    }

    public OptionalLong total() {
        return length == null ? OptionalLong.empty() : OptionalLong.of(length);
    }
}
