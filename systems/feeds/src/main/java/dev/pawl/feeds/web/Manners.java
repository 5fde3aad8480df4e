package dev.pawl.feeds.web;

import java.time.Duration;
import java.time.InstantSource;

/// How servers are treated.
///
/// @param connect how long a connection may take
/// @param silence how long a server may send nothing
/// @param bytesMax how large a document may be
/// @param clock where the present time comes from
public record Manners(Duration connect, Duration silence, long bytesMax, InstantSource clock) {
    /// What is used unless told: 10 s, 30 s and 4 GiB.
    public static final Manners DEFAULT =
            new Manners(
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(30),
                    4L << 30,
                    InstantSource.system());

    public Manners {
        if (!connect.isPositive() || !silence.isPositive() || bytesMax < 1) {
            throw new IllegalArgumentException(
                    "expected positive limits, found %s, %s and %d bytes"
                            .formatted(connect, silence, bytesMax));
        }
    }

    /// Returns this with another clock.
    public Manners clock(InstantSource other) {
        return new Manners(connect, silence, bytesMax, other);
    }

    /// Returns this with another bound on silence.
    public Manners silence(Duration other) {
        return new Manners(connect, other, bytesMax, clock);
    }

    /// Returns this with another bound on the size of a document.
    public Manners bytesMax(long other) {
        return new Manners(connect, silence, other, clock);
    }
}
