package dev.pawl.engine;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What is kept of the runs of a machine. Ended runs are kept no longer than `age`, and no more
/// than `keep` of them. Of a long run, at least the last `history` entries are kept, and at most
/// about twice as many. Null does not limit.
public record RetentionSettings(
        String machine, @Nullable Duration age, @Nullable Long keep, @Nullable Long history) {
    public RetentionSettings {
        if (keep != null && keep < 0) {
            throw new IllegalArgumentException(
                    "expected 0 runs to keep or more, found %d; machine %s"
                            .formatted(keep, machine));
        }
        if (age != null && age.isNegative()) {
            throw new IllegalArgumentException(
                    "expected an age of 0 or more, found %s; machine %s".formatted(age, machine));
        }
        if (history != null && history < 1) {
            throw new IllegalArgumentException(
                    "expected 1 history entry to keep or more, found %d; machine %s"
                            .formatted(history, machine));
        }
    }

    /// Returns a retention by age.
    public static RetentionSettings age(String machine, Duration age) {
        return new RetentionSettings(machine, age, null, null);
    }

    /// Returns a retention by count.
    public static RetentionSettings keep(String machine, long keep) {
        return new RetentionSettings(machine, null, keep, null);
    }

    /// Returns a retention that bounds the history of each run and keeps all runs.
    public static RetentionSettings history(String machine, long entries) {
        return new RetentionSettings(machine, null, null, entries);
    }

    /// Returns these settings with a bound on the history of each run.
    public RetentionSettings withHistory(long entries) {
        return new RetentionSettings(machine, age, keep, entries);
    }
}
