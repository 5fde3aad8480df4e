package dev.pawl.store.format;

import dev.pawl.run.Run;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Times as columns: whole nanoseconds since 1970, up to the year 2262.
///
/// A later time is stored as the last one; the body of the run has the exact value.
public final class NanoTimes {
    private static final long NANOS = 1_000_000_000;
    private static final long SECONDS_MAX = Long.MAX_VALUE / NANOS - 1;

    private NanoTimes() {}

    public static long nanos(Instant time) {
        long seconds = time.getEpochSecond();
        if (seconds > SECONDS_MAX) return Long.MAX_VALUE;
        if (seconds < -SECONDS_MAX) return Long.MIN_VALUE;
        return seconds * NANOS + time.getNano();
    }

    /// Returns when a run ended, or null while it is live.
    public static @Nullable Long ended(Run run) {
        return run.status().isEnd() ? endedNanos(run) : null;
    }

    /// Returns when a run that has ended did so.
    public static long endedNanos(Run run) {
        Instant ended = run.timing().ended();
        return nanos(ended == null ? run.timing().updated() : ended);
    }

    public static Instant instant(long nanos) {
        return Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS), Math.floorMod(nanos, NANOS));
    }
}
