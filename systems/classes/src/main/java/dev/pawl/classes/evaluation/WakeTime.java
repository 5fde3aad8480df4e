package dev.pawl.classes.evaluation;

import dev.pawl.classes.enforcement.EnforcementConfig.RetryConfig;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The earliest of the times at which an answer may change by itself.
final class WakeTime {
    private @Nullable Instant earliest;

    void at(Instant time) {
        if (earliest == null || time.isBefore(earliest)) earliest = time;
    }

    @Nullable Instant earliest() {
        return earliest;
    }

    /// Returns the next time of a schedule that starts at `since` and backs off up to its bound.
    ///
    /// It is the same whenever it is asked in between, so that asking again changes nothing.
    static Instant next(Instant since, Instant now, RetryConfig backoff) {
        Duration wait = backoff.first();
        Instant time = since.plus(wait);
        while (!time.isAfter(now) && wait.compareTo(backoff.max()) < 0) {
            wait = wait.multipliedBy(2);
            time = since.plus(wait);
        }
        return time.isAfter(now) ? time : every(time, now, backoff.max());
    }

    /// Returns the first time after `now` that is a multiple of `interval` after `since`.
    static Instant every(Instant since, Instant now, Duration interval) {
        if (since.isAfter(now)) return since;
        long passed = Duration.between(since, now).toMillis() / Math.max(1, interval.toMillis());
        return since.plusMillis((passed + 1) * Math.max(1, interval.toMillis()));
    }
}
