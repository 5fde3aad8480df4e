package dev.pawl.orchestrator.limit;

import java.time.Duration;

/// How long a provider waits before a retry, and how often it retries.
///
/// The delay doubles from `retryDelay` up to [#LONGEST]. Jitter adds up to half of it, so that
/// providers that failed together do not retry together.
public record ProviderBackoff(Duration retryDelay, int maxRetries) {
    /// The longest delay before jitter.
    public static final Duration LONGEST = Duration.ofMinutes(15);

    private static final double JITTER = 0.5;

    public ProviderBackoff {
        if (retryDelay.isNegative() || retryDelay.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "expected a retry delay from PT0S to %s, found %s"
                            .formatted(LONGEST, retryDelay));
        }
        if (maxRetries < 0) {
            throw new IllegalArgumentException("expected 0 retries or more, found " + maxRetries);
        }
    }

    /// Returns whether there is a retry with this number, counted from 1.
    public boolean allows(int retry) {
        return retry <= maxRetries;
    }

    /// Returns how long to wait before this retry, counted from 1; `random` is from 0 up to 1.
    public Duration delay(int retry, double random) {
        if (retry < 1) {
            throw new IllegalArgumentException("expected a retry from 1, found " + retry);
        }
        if (!(random >= 0 && random < 1)) {
            throw new IllegalArgumentException(
                    "expected a random number from 0 to 1, found " + random);
        }
        double grown = (double) retryDelay.toNanos() * Math.pow(2, retry - 1);
        double bounded = Math.min(grown, (double) LONGEST.toNanos());
        return Duration.ofNanos((long) (bounded * (1 + JITTER * random)));
    }
}
