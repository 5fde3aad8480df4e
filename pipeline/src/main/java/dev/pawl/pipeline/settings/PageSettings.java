package dev.pawl.pipeline.settings;

import java.time.Duration;

/// How pages are tried again, and when a partition is split.
///
/// `splitAfter` is the number of items after which a partition that turns out larger than twice its
/// estimate is divided.
public record PageSettings(
        int tries, Duration backOff, Duration patience, Duration timeout, long splitAfter) {
    /// A page is tried 3 times, after 1 s and 2 s.
    public static final PageSettings DEFAULT =
            new PageSettings(
                    3,
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(10),
                    Duration.ofMinutes(5),
                    50_000);

    public PageSettings {
        if (tries < 1 || splitAfter < 1) {
            throw new IllegalArgumentException(
                    "expected 1 or more tries and items before a split, found %d and %d"
                            .formatted(tries, splitAfter));
        }
        if (backOff.isNegative() || !patience.isPositive() || !timeout.isPositive()) {
            throw new IllegalArgumentException(
                    "expected a back-off of 0 or more and a positive patience and timeout, found"
                            + " %s, %s and %s".formatted(backOff, patience, timeout));
        }
    }

    /// Returns the delay before the next try, after `failures` failed ones.
    public Duration delay(int failures) {
        return backOff.multipliedBy(1L << Math.min(failures - 1, 10));
    }
}
