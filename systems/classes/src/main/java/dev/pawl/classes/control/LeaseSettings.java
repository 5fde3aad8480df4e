package dev.pawl.classes.control;

import java.time.Duration;

/// The lease that decides which process controls.
///
/// @param duration how long others wait after the last renewal
/// @param renewal how often the leader renews, and how often others look
public record LeaseSettings(String namespace, String name, Duration duration, Duration renewal) {
    public LeaseSettings {
        if (!renewal.isPositive() || renewal.multipliedBy(2).compareTo(duration) > 0) {
            throw new IllegalArgumentException(
                    "expected at least two renewals in the duration of a lease, found %s in %s"
                            .formatted(renewal, duration));
        }
    }

    /// Returns a lease of 15 s that is renewed every 3 s.
    public static LeaseSettings in(String namespace) {
        return new LeaseSettings(
                namespace, "oprc-crm", Duration.ofSeconds(15), Duration.ofSeconds(3));
    }
}
