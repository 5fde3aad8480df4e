package dev.pawl.images.source;

import java.time.Duration;

/// How long a connection may take, and how long the other side may be silent.
public record Timeouts(Duration connect, Duration silence) {
    /// What is used unless told.
    public static final Timeouts DEFAULT =
            new Timeouts(Duration.ofSeconds(10), Duration.ofSeconds(30));

    public Timeouts {
        requirePositive("connect", connect);
        requirePositive("silence", silence);
    }

    private static void requirePositive(String what, Duration time) {
        if (!time.isPositive()) {
            throw new IllegalArgumentException(
                    "expected a positive timeout of %s, found %s".formatted(what, time));
        }
    }
}
