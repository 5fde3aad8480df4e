package dev.pawl.classes.control;

import dev.pawl.classes.observation.Observed;
import dev.pawl.classes.resource.NfrStatus.Recommendation;
import java.util.List;

/// What is recommended for a class, and the signals that its gates ask for.
public record AnalysisResult(List<Recommendation> recommendations, Observed.Signals signals) {
    static final AnalysisResult NOTHING = new AnalysisResult(List.of(), Observed.Signals.UNKNOWN);

    public AnalysisResult {
        recommendations = List.copyOf(recommendations);
    }
}
