package dev.pawl.classes.control;

import dev.pawl.classes.metrics.EnforcementMetrics;
import dev.pawl.classes.resource.NfrStatus.Recommendation;
import dev.pawl.controller.ObjectKey;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/// What analyses say about classes at present, and the metrics of enforcement. Thread-safe.
final class Analyses {
    private final Map<ObjectKey, AnalysisResult> latest = new ConcurrentHashMap<>();
    private final AtomicReference<EnforcementMetrics> metrics =
            new AtomicReference<>(EnforcementMetrics.NONE);

    AnalysisResult latest(ObjectKey key) {
        return latest.getOrDefault(key, AnalysisResult.NOTHING);
    }

    /// Takes over recommendations in place of those before, and leaves the signals as they are.
    void recommend(ObjectKey key, List<Recommendation> recommendations) {
        put(key, new AnalysisResult(recommendations, latest(key).signals()));
    }

    void put(ObjectKey key, AnalysisResult next) {
        latest.put(key, next);
        for (Recommendation each : next.recommendations()) {
            count(known -> known.recommended(key, each.dimension(), highest(next, each)));
        }
    }

    void forget(ObjectKey key) {
        latest.remove(key);
        count(known -> known.without(key));
    }

    EnforcementMetrics metrics() {
        return metrics.get();
    }

    void count(UnaryOperator<EnforcementMetrics> change) {
        metrics.updateAndGet(change);
    }

    /// The gauge of a class has one value per dimension: that of its largest function, as the
    /// status has it.
    private static double highest(AnalysisResult next, Recommendation one) {
        return next.recommendations().stream()
                .filter(each -> each.dimension() == one.dimension())
                .mapToDouble(Recommendation::value)
                .max()
                .orElse(one.value());
    }
}
