package dev.pawl.engine;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How long ended runs of a machine are kept: no longer than `age`, and no more than `keep`; null
/// does not limit.
public record RetentionSettings(String machine, @Nullable Duration age, @Nullable Long keep) {

    /// Returns a retention by age.
    public static RetentionSettings age(String machine, Duration age) {
        return new RetentionSettings(machine, age, null);
    }

    /// Returns a retention by count.
    public static RetentionSettings keep(String machine, long keep) {
        return new RetentionSettings(machine, null, keep);
    }
}
