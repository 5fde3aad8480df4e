package dev.pawl.store;

import java.time.Instant;

/// Times as columns: whole nanoseconds since 1970, which reach to the year 2262.
///
/// A time beyond that is kept as the last one; the run itself holds it exactly.
final class Times {
    private static final long NANOS = 1_000_000_000;
    private static final long SECONDS_MAX = Long.MAX_VALUE / NANOS - 1;

    private Times() {}

    static long nanos(Instant time) {
        long seconds = time.getEpochSecond();
        if (seconds > SECONDS_MAX) return Long.MAX_VALUE;
        if (seconds < -SECONDS_MAX) return Long.MIN_VALUE;
        return seconds * NANOS + time.getNano();
    }

    static Instant instant(long nanos) {
        return Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS), Math.floorMod(nanos, NANOS));
    }
}
