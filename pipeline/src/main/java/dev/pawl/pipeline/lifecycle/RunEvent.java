package dev.pawl.pipeline.lifecycle;

/// What operators and partitions send to a run.
public sealed interface RunEvent {
    /// Consolidates although partitions failed; the watermark stays.
    record Force(String actor, String reason) implements RunEvent {
        public Force {
            require("force", actor, reason);
        }
    }

    /// Starts the failed partitions again.
    record RetryFailed(String actor, String reason) implements RunEvent {
        public RetryFailed {
            require("retry", actor, reason);
        }
    }

    /// Ends a run that waits for an operator.
    record GiveUp(String actor, String reason) implements RunEvent {
        public GiveUp {
            require("give up", actor, reason);
        }
    }

    /// Reports that a partition has recorded parts of itself, which are to be started.
    record PartitionSplit(String partition) implements RunEvent {}

    /// Reports that a consolidator ended before all rows were consolidated.
    record ConsolidatorFailed(int consolidator, String reason) implements RunEvent {}

    private static void require(String verb, String actor, String reason) {
        if (actor.isBlank() || reason.isBlank()) {
            throw new IllegalArgumentException(
                    "expected an actor and a reason to %s, found '%s' and '%s'"
                            .formatted(verb, actor, reason));
        }
    }
}
