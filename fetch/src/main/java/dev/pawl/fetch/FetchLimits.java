package dev.pawl.fetch;

import java.time.Duration;

/// Limits of every fetch from a source.
///
/// @param connect the longest time to establish a connection
/// @param silence the longest time in which the other side sends nothing
/// @param bytesMax the largest content; [Fetch#atMost] sets another limit for one fetch
public record FetchLimits(Duration connect, Duration silence, long bytesMax) {
    /// The default limits: 10 s, 30 s and 10 GiB.
    public static final FetchLimits DEFAULT =
            new FetchLimits(Duration.ofSeconds(10), Duration.ofSeconds(30), 10L << 30);

    public FetchLimits {
        if (!connect.isPositive() || !silence.isPositive() || bytesMax < 1) {
            throw new IllegalArgumentException(
                    "expected positive limits, found connect %s, silence %s and %d bytes"
                            .formatted(connect, silence, bytesMax));
        }
    }

    /// Returns these limits with another longest silence.
    public FetchLimits silence(Duration longest) {
        return new FetchLimits(connect, longest, bytesMax);
    }

    /// Returns these limits with another largest content.
    public FetchLimits bytesMax(long most) {
        return new FetchLimits(connect, silence, most);
    }
}
