package dev.pawl.orchestrator.context;

import dev.pawl.engine.Host;
import dev.pawl.orchestrator.broker.PreemptionDelays;
import dev.pawl.orchestrator.broker.Thresholds;
import java.time.Duration;

/// The settings of an orchestration.
///
/// @param permits the number of permits until a user sets another one
/// @param preemption how long a provider waits before others lose permits to it
/// @param thresholds which load lowers and raises the number of permits
/// @param revocation how long a provider may keep a permit that was asked back
/// @param drain how long draining waits for permits before it takes them
/// @param retention how long old rows are kept
public record OrchestratorSettings(
        int permits,
        PreemptionDelays preemption,
        Thresholds thresholds,
        Duration revocation,
        Duration drain,
        Duration retention,
        Host host) {

    /// Returns how long permits that are asked back may be kept.
    public Duration revocation(boolean isDraining) {
        return isDraining && drain.compareTo(revocation) < 0 ? drain : revocation;
    }
}
