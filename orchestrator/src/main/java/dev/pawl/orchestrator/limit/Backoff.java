package dev.pawl.orchestrator.limit;

import dev.pawl.machine.RetryAfterHeader;
import java.time.Duration;

/// How long a provider waits before it tries again, and how often it does.
///
/// The wait doubles from `retryDelay` up to [#LONGEST], and up to half of it is added by chance, so
/// that those who failed together do not come back together.
public record Backoff(Duration retryDelay, int maxRetries) {
    /// The longest wait before chance adds to it.
    public static final Duration LONGEST = Duration.ofMinutes(15);

    private static final Duration RETRY_DELAY = Duration.ofSeconds(5);
    private static final int MAX_RETRIES = 3;
    private static final double SPREAD = 0.5;

    public Backoff {
        if (retryDelay.isNegative() || retryDelay.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "expected a retry delay from PT0S to %s, found %s"
                            .formatted(LONGEST, retryDelay));
        }
        if (maxRetries < 0) {
            throw new IllegalArgumentException("expected 0 retries or more, found " + maxRetries);
        }
    }

    /// Returns the usual back-off: 3 retries, the first after 5 s.
    public static Backoff ofDefaults() {
        return new Backoff(RETRY_DELAY, MAX_RETRIES);
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
            throw new IllegalArgumentException("expected chance from 0 to 1, found " + random);
        }
        double grown = (double) retryDelay.toNanos() * Math.pow(2, retry - 1);
        double bounded = Math.min(grown, (double) LONGEST.toNanos());
        return Duration.ofNanos((long) (bounded * (1 + SPREAD * random)));
    }

    /// Returns how long to wait before this retry if the source asks for `retryAfter`: the longer
    /// of the two, where the source gets at most [RetryAfterHeader#WAIT_MAX].
    public Duration delay(int retry, double random, Duration retryAfter) {
        Duration delay = delay(retry, random);
        Duration asked = RetryAfterHeader.bounded(retryAfter);
        return delay.compareTo(asked) < 0 ? asked : delay;
    }
}
