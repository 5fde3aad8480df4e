package dev.pawl.orchestrator.lifecycle;

import java.time.Instant;

/// Something that happened to a provider, numbered without gaps in the order in which it happened.
///
/// @param count permits for the two that are about permits, items for a checkpoint
public record Event(
        long number, Instant at, Type type, String provider, long count, String detail) {

    /// What happened.
    public enum Type {
        PROVIDER_STARTED,
        PROVIDER_COMPLETED,
        /// It ended otherwise: it failed, or was stopped; the detail says which.
        PROVIDER_FAILED,
        PROVIDER_PAUSED,
        PROVIDER_RESUMED,
        QUOTA_REVOKED,
        QUOTA_GRANTED,
        RATE_LIMITED,
        /// Another hundred items.
        CHECKPOINT
    }
}
