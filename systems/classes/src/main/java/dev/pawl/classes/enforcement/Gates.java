package dev.pawl.classes.enforcement;

import dev.pawl.classes.observation.Observed;
import dev.pawl.classes.resource.Dimension;
import dev.pawl.classes.resource.NfrStatus.Recommendation;
import dev.pawl.classes.resource.Phase;
import org.jspecify.annotations.Nullable;

/// What must hold before a dimension is enforced. Unknown signals keep a gate shut.
public final class Gates {
    private Gates() {}

    /// Returns why a dimension must not be enforced now, or null if it may.
    ///
    /// A class that is degraded by enforcement alone counts as available, because only another
    /// attempt can end that.
    public static @Nullable String shut(
            Dimension dimension, Situation situation, EnforcementConfig config) {
        EnforcementConfig.GateConfig gates = config.gates();
        boolean isOpen =
                situation.phase() == Phase.AVAILABLE
                        || situation.degradedByEnforcementAlone()
                        || (situation.phase() == Phase.PROGRESSING
                                && gates.whileProgressing()
                                && dimension == Dimension.REPLICAS);
        if (!isOpen) return "the class is " + situation.phase();
        Observed.Signals signals = situation.signals();
        return switch (dimension) {
            case REPLICAS -> null;
            case MEMORY -> memory(situation.recommendation(), gates);
            case CPU -> {
                Double load = signals.systemLoad();
                if (load == null) yield "the system load is unknown";
                yield load <= gates.loadMax()
                        ? null
                        : "the system load is %.2f, at most %.2f".formatted(load, gates.loadMax());
            }
            case ODGM_REPLICAS -> {
                if (!Boolean.TRUE.equals(signals.partitionsHealthy())) {
                    yield "the partitions are not known to be healthy";
                }
                yield Boolean.TRUE.equals(signals.leaderStable())
                        ? null
                        : "the leader is not known to be stable";
            }
        };
    }

    private static @Nullable String memory(
            @Nullable Recommendation recommendation, EnforcementConfig.GateConfig gates) {
        double confidence = recommendation == null ? 0 : recommendation.confidence();
        return confidence >= gates.confidenceMin()
                ? null
                : "the confidence is %.2f, at least %.2f"
                        .formatted(confidence, gates.confidenceMin());
    }

    /// Where a class is when its gates are asked.
    public record Situation(
            Phase phase,
            boolean degradedByEnforcementAlone,
            Observed.Signals signals,
            @Nullable Recommendation recommendation) {}
}
