package dev.pawl.classes.cluster.simulated;

import java.time.Duration;

/// How badly the simulated cluster and the way to it behave. Probabilities are between 0 and 1.
///
/// @param unavailable how likely a request fails; in half of the cases after it had its effect
/// @param lostEvents how likely a watch misses an event without noticing
/// @param duplicateEvents how likely a watch reports an event twice
/// @param latencyMax how long a request takes at most
/// @param eventDelayMax how late a watch reports an event at most
public record Faults(
        double unavailable,
        double lostEvents,
        double duplicateEvents,
        Duration latencyMax,
        Duration eventDelayMax) {
    public Faults {
        requireProbability("unavailable", unavailable);
        requireProbability("lostEvents", lostEvents);
        requireProbability("duplicateEvents", duplicateEvents);
    }

    /// Returns none.
    public static Faults none() {
        return new Faults(0, 0, 0, Duration.ZERO, Duration.ZERO);
    }

    private static void requireProbability(String what, double value) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(
                    "expected %s between 0 and 1, found %s".formatted(what, value));
        }
    }
}
