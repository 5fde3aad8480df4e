package dev.pawl.pipeline.fanin;

import dev.pawl.pipeline.table.WorkerCounts;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Decides whether a run is consolidated: a pure function of its partitions, its policy and whether
/// an operator forced it.
public final class FanIn {
    private FanIn() {}

    /// Returns the decision; `waited` is how long all partitions have been ended.
    public static Decision decide(
            WorkerCounts workers, FanInPolicy policy, boolean isForced, Duration waited) {
        if (workers.open() > 0) return new Decision.Wait(workers.open());
        if (isForced) {
            String reason = workers.failed() == 0 ? null : missing(workers);
            return new Decision.Trigger(reason);
        }
        return switch (policy) {
            case FanInPolicy.All _ -> all(workers);
            case FanInPolicy.Threshold threshold -> threshold(workers, threshold, waited);
            case FanInPolicy.Manual _ ->
                    new Decision.Skip(
                            "%d of %d partitions completed, and the policy is manual"
                                    .formatted(workers.completed(), workers.expected()));
        };
    }

    private static Decision all(WorkerCounts workers) {
        return workers.failed() == 0
                ? new Decision.Trigger(null)
                : new Decision.Skip(missing(workers));
    }

    private static Decision threshold(
            WorkerCounts workers, FanInPolicy.Threshold threshold, Duration waited) {
        boolean isMet = workers.completed() >= threshold.share() * workers.expected();
        if (workers.failed() == 0 || !isMet) return all(workers);
        Duration left = threshold.delay().minus(waited);
        if (left.isPositive()) return new Decision.Delay(left, missing(workers));
        return new Decision.Trigger(missing(workers));
    }

    private static String missing(WorkerCounts workers) {
        return "%d of %d partitions failed".formatted(workers.failed(), workers.expected());
    }

    /// What a run does next.
    public sealed interface Decision {
        /// Consolidates; with `missing`, a part of the feed is missing, and the watermark stays.
        record Trigger(@Nullable String missing) implements Decision {}

        /// Waits for an operator.
        record Skip(String reason) implements Decision {}

        /// Decides again after this time.
        record Delay(Duration left, String reason) implements Decision {}

        /// Has partitions that have not ended.
        record Wait(int open) implements Decision {}
    }
}
