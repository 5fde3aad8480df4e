package dev.pawl.testkit;

import java.time.Duration;

/// How often a test repeats something: a few times in every build, for a set time with
/// `-Dpawl.long.seconds=120`, or as often as a property of its own says.
///
/// ```java
/// Rounds kills = Rounds.of("pawl.kills", 8);
/// while (kills.next()) killAndCheck();
/// ```
///
/// For one thread.
public final class Rounds {
    private static final String SECONDS = "pawl.long.seconds";

    private final String property;
    private final long least;
    private final Duration time;
    private final long startNanos = System.nanoTime();
    private long count;

    private Rounds(String property, long least, Duration time) {
        this.property = property;
        this.least = least;
        this.time = time;
    }

    /// Returns `few` rounds; with `-Dpawl.long.seconds=120` as many as start within 120 seconds,
    /// and at least those few; with `-Dproperty=1000` exactly 1,000.
    public static Rounds of(String property, int few) {
        Long exact = Long.getLong(property);
        long least = exact == null ? few : exact;
        if (least < 1) {
            throw new IllegalArgumentException(
                    "expected 1 round of %s or more, found %d".formatted(property, least));
        }
        long seconds = exact == null ? Long.getLong(SECONDS, 0) : 0;
        return new Rounds(property, least, Duration.ofSeconds(seconds));
    }

    /// Starts the next round and returns true, or returns false if there is none.
    public boolean next() {
        if (count >= least && passed().compareTo(time) >= 0) return false;
        count++;
        return true;
    }

    /// Returns how many rounds have started.
    public long count() {
        return count;
    }

    /// Returns whether tests run for a set time, for a test that decides its size before it starts.
    public static boolean areTimed() {
        return Long.getLong(SECONDS, 0) > 0;
    }

    private Duration passed() {
        return Duration.ofNanos(System.nanoTime() - startNanos);
    }

    /// Returns a line for the log of a build: how many rounds ran, and how long they took.
    @Override
    public String toString() {
        return "volume: %s=%d in %d s".formatted(property, count, passed().toSeconds());
    }
}
