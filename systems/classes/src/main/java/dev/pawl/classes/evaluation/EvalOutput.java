package dev.pawl.classes.evaluation;

import dev.pawl.classes.resource.Phase;
import dev.pawl.classes.resource.StatusCondition;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a class is now, and what to do. `requeueAfter` is set only in `progressing` and `degraded`.
public record EvalOutput(
        Phase phase,
        List<StatusCondition> conditionDeltas,
        List<FunctionStatusUpdate> functionUpdates,
        List<Action> actions,
        @Nullable Duration requeueAfter) {
    public EvalOutput {
        conditionDeltas = List.copyOf(conditionDeltas);
        functionUpdates = List.copyOf(functionUpdates);
        actions = List.copyOf(actions);
    }
}
