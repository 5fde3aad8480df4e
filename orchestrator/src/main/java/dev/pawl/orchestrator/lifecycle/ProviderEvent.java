package dev.pawl.orchestrator.lifecycle;

import java.time.Instant;

/// An event of a provider. Events are numbered from 1, in order and without gaps.
///
/// @param count the number of permits for the two quota events, of items for a checkpoint
public record ProviderEvent(
        long number, Instant at, Type type, String provider, long count, String detail) {

    /// The kinds of events.
    public enum Type {
        PROVIDER_STARTED,
        PROVIDER_COMPLETED,
        /// It failed or was stopped; the detail says which.
        PROVIDER_FAILED,
        PROVIDER_PAUSED,
        PROVIDER_RESUMED,
        QUOTA_REVOKED,
        QUOTA_GRANTED,
        RATE_LIMITED,
        /// Another 100 items were processed.
        CHECKPOINT
    }
}
