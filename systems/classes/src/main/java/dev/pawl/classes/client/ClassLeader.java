package dev.pawl.classes.client;

import java.time.Duration;
import java.time.Instant;

/// The process that controls, as its lease says.
///
/// @param identity its name; empty if it has released the lease
/// @param duration how long others wait after the last renewal
public record ClassLeader(String identity, Instant renewedAt, Duration duration) {

    /// Returns whether the lease holds at a time, by the clocks of both processes.
    public boolean leadsAt(Instant now) {
        return !identity.isEmpty() && now.isBefore(renewedAt.plus(duration));
    }
}
