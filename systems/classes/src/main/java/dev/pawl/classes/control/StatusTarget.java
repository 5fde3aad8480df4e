package dev.pawl.classes.control;

import dev.pawl.classes.resource.ClassRuntimeStatus;
import dev.pawl.classes.resource.NfrStatus.Recommendation;
import dev.pawl.classes.status.EnforcementOutcome;
import dev.pawl.classes.status.KeptState;
import dev.pawl.classes.status.StatusReducer;
import dev.pawl.classes.status.StatusUpdate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// The changes that a status needs; merged into the status as it is when it is written.
///
/// @param enforced what was enforced, in order; the status has those that are not later than its
///   own last time
public record StatusTarget(
        StatusUpdate update,
        List<Recommendation> recommendations,
        List<Enforced> enforced,
        KeptState kept,
        Instant decidedAt) {
    /// A recommendation that has not changed is written again after this time.
    private static final Duration REFRESH = Duration.ofMinutes(2);

    public StatusTarget {
        recommendations = List.copyOf(recommendations);
        enforced = List.copyOf(enforced);
    }

    /// Returns a status with these changes; the same one if it has them.
    ClassRuntimeStatus into(ClassRuntimeStatus current) {
        ClassRuntimeStatus next = recommended(current, recommendations, decidedAt);
        Instant last = current.nfr().lastAppliedAt();
        for (Enforced each : enforced) {
            // Two that were applied at the same moment are two lines.
            if (last == null || each.at().isAfter(last)) {
                next = StatusReducer.applyEnforcement(next, each.outcome(), each.at());
            }
        }
        return StatusReducer.keep(StatusReducer.reduce(next, update, decidedAt), kept);
    }

    static ClassRuntimeStatus recommended(
            ClassRuntimeStatus current, List<Recommendation> recommendations, Instant now) {
        return recommendations.isEmpty()
                ? current
                : StatusReducer.recommend(current, recommendations, REFRESH, now);
    }

    /// An enforcement and its time.
    public record Enforced(EnforcementOutcome outcome, Instant at) {}
}
