package dev.pawl.orchestrator.context;

import dev.pawl.engine.Host;
import java.time.Duration;

/// The settings of an orchestration.
///
/// @param permits the number of permits until a user sets another one
/// @param revocation how long a provider may keep a permit that was revoked
/// @param retention how long old rows are kept
public record OrchestratorSettings(
        int permits, Duration revocation, Duration retention, Host host) {
    /// How long draining waits for permits before it takes them.
    public static final Duration DRAIN = Duration.ofSeconds(30);

    /// Returns how long permits that are revoked may be kept.
    public Duration revocation(boolean isDraining) {
        return isDraining && DRAIN.compareTo(revocation) < 0 ? DRAIN : revocation;
    }
}
