package dev.pawl.limiter.budget;

import dev.pawl.machine.RetryAfterHeader;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A server asked for fewer requests: how long all nodes wait, and why.
///
/// The server is not trusted: the delay is at most [RetryAfterHeader#WAIT_MAX].
public record Throttling(Duration delay, String reason) {
    /// How long to wait if the server does not say.
    public static final Duration DELAY = Duration.ofSeconds(60);

    private static final int TOO_MANY_REQUESTS = 429;
    private static final int UNAVAILABLE = 503;

    public Throttling {
        delay = RetryAfterHeader.bounded(delay);
    }

    /// Returns the throttling that an HTTP response asks for; empty if its status is neither 429
    /// nor 503. `retryAfter` is the header of this name, a number of seconds or a date; null if
    /// there is none.
    public static Optional<Throttling> of(
            int httpStatus, @Nullable String retryAfter, String server, Instant now) {
        if (httpStatus != TOO_MANY_REQUESTS && httpStatus != UNAVAILABLE) return Optional.empty();
        Optional<Duration> asked =
                retryAfter == null ? Optional.empty() : RetryAfterHeader.parse(retryAfter, now);
        return Optional.of(
                new Throttling(asked.orElse(DELAY), "%d from %s".formatted(httpStatus, server)));
    }
}
