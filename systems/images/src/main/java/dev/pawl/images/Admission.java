package dev.pawl.images;

import dev.pawl.images.volume.Space;
import java.util.Optional;

/// How full a place for volumes may be before more is put there.
///
/// @param warns the used share at which people are told
/// @param refuses the used share at which nothing more begins
public record Admission(double warns, double refuses) {
    public static final Admission DEFAULT = new Admission(0.80, 0.95);

    public Admission {
        if (!(warns > 0 && warns <= refuses && refuses <= 1)) {
            throw new IllegalArgumentException(
                    "expected 0 < warns <= refuses <= 1, found %s and %s"
                            .formatted(warns, refuses));
        }
    }

    /// Returns why nothing more should be put there; empty if there is room.
    public Optional<String> refusal(Space space) {
        return told(space, refuses);
    }

    /// Returns what people should know of the room; empty if there is enough.
    public Optional<String> warning(Space space) {
        return told(space, warns);
    }

    private static Optional<String> told(Space space, double bound) {
        if (space.share() < bound) return Optional.empty();
        return Optional.of(
                "volumes take %.1f%% of their place, and %.1f%% is the bound; %,d bytes are free"
                        .formatted(100 * space.share(), 100 * bound, space.freeBytes()));
    }
}
