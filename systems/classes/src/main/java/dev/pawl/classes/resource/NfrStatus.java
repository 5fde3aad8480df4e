package dev.pawl.classes.resource;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What is recommended for a class, and what was applied.
///
/// `recommendations` has one value per dimension; `observations` has the values per function behind
/// them, with their times. `enforcement` has how far each of them is enforced: another manager that
/// takes over continues from there.
public record NfrStatus(
        Map<Dimension, Double> recommendations,
        List<Recommendation> observations,
        List<AppliedRecommendation> applied,
        @Nullable Instant lastAppliedAt,
        List<Enforcement> enforcement) {
    public static final NfrStatus NONE =
            new NfrStatus(Map.of(), List.of(), List.of(), null, List.of());

    public NfrStatus {
        recommendations = Collections.unmodifiableMap(new TreeMap<>(recommendations));
        observations = List.copyOf(observations);
        applied = List.copyOf(applied);
        enforcement = List.copyOf(enforcement);
    }

    /// Returns the observation of a function and dimension, or null if there is none.
    public @Nullable Recommendation observation(String functionKey, Dimension dimension) {
        for (int i = 0; i < observations.size(); i++) {
            Recommendation each = observations.get(i);
            if (each.dimension() == dimension && each.functionKey().equals(functionKey)) {
                return each;
            }
        }
        return null;
    }

    /// A value that the analyzer recommends for one function, or for the data grid.
    public record Recommendation(
            String functionKey,
            Dimension dimension,
            double value,
            double confidence,
            Instant observedAt,
            long generation) {}

    /// One line of the audit trail: a recommendation that was applied.
    public record AppliedRecommendation(
            String component, String dimension, double target, String basis, double confidence) {}

    /// How far one dimension of a function is enforced: the target and since when it is the same,
    /// when the cooldown ends, and what was applied.
    public record Enforcement(
            String functionKey,
            Dimension dimension,
            @Nullable Double target,
            @Nullable Instant changedAt,
            @Nullable Instant cooldownUntil,
            @Nullable Double applied,
            @Nullable Failure failure,
            @Nullable String announced) {}

    /// Why the last attempt failed, and when the next one is due.
    public record Failure(String reason, String message, int attempts, Instant retryAt) {}
}
