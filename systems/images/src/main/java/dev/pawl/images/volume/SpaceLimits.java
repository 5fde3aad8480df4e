package dev.pawl.images.volume;

import java.util.Optional;

/// How full the volume storage may be.
///
/// @param warns the used share from which a warning is shown
/// @param refuses the used share from which no volume is created
public record SpaceLimits(double warns, double refuses) {
    public static final SpaceLimits DEFAULT = new SpaceLimits(0.80, 0.95);

    public SpaceLimits {
        if (!(warns > 0 && warns <= refuses && refuses <= 1)) {
            throw new IllegalArgumentException(
                    "expected 0 < warns <= refuses <= 1, found %s and %s"
                            .formatted(warns, refuses));
        }
    }

    /// Returns why no volume may be created; empty if there is space.
    public Optional<String> refusal(Space space) {
        return message(space, refuses);
    }

    /// Returns a warning that space is low; empty if there is enough.
    public Optional<String> warning(Space space) {
        return message(space, warns);
    }

    private static Optional<String> message(Space space, double bound) {
        if (space.share() < bound) return Optional.empty();
        return Optional.of(
                "the volume storage is %.1f%% full (limit: %.1f%%); %,d bytes are free"
                        .formatted(100 * space.share(), 100 * bound, space.freeBytes()));
    }
}
