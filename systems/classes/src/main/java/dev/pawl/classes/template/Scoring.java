package dev.pawl.classes.template;

import dev.pawl.classes.resource.NfrRequirements;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How well a template suits a class: points for the cluster's profile, and bonuses for
/// requirements that it meets well.
///
/// Bonuses are as large as the difference between profiles, so requirements can decide.
public record Scoring(Map<String, Integer> profiles, int otherwise, List<Bonus> bonuses) {
    public Scoring {
        profiles = Map.copyOf(profiles);
        bonuses = List.copyOf(bonuses);
    }

    /// Returns the points of a template for a class, and what they are for.
    Score score(ClusterProfile cluster, NfrRequirements requirements) {
        int points = profiles.getOrDefault(cluster.name(), otherwise);
        StringBuilder text = new StringBuilder("profile " + cluster.name() + " " + points);
        for (Bonus bonus : bonuses) {
            if (bonus.applies(requirements)) {
                points += bonus.points();
                text.append(", ").append(bonus.title()).append(" +").append(bonus.points());
            }
        }
        return new Score(points, text.toString());
    }

    record Score(int points, String explanation) {}

    /// Points for a requirement.
    public record Bonus(Requirement requirement, double bound, int points) {
        boolean applies(NfrRequirements requirements) {
            return switch (requirement) {
                case THROUGHPUT_AT_LEAST -> isAtLeast(requirements.minThroughput());
                case LATENCY_AT_MOST -> {
                    Double latency = requirements.maxLatencyMillis();
                    yield latency != null && latency <= bound;
                }
                case AVAILABILITY_AT_LEAST -> isAtLeast(requirements.availabilityPercent());
                case STRONG_CONSISTENCY -> "strong".equals(requirements.consistency());
            };
        }

        private boolean isAtLeast(@Nullable Double value) {
            return value != null && value >= bound;
        }

        String title() {
            return switch (requirement) {
                case THROUGHPUT_AT_LEAST -> "throughput >= " + bound + " rps";
                case LATENCY_AT_MOST -> "latency <= " + bound + " ms";
                case AVAILABILITY_AT_LEAST -> "availability >= " + bound + " %";
                case STRONG_CONSISTENCY -> "strong consistency";
            };
        }
    }

    /// What a bonus is for.
    public enum Requirement {
        THROUGHPUT_AT_LEAST,
        LATENCY_AT_MOST,
        AVAILABILITY_AT_LEAST,
        STRONG_CONSISTENCY
    }
}
