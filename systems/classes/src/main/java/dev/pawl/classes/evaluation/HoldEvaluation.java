package dev.pawl.classes.evaluation;

import dev.pawl.classes.resource.ClassRuntimeStatus;
import dev.pawl.classes.resource.StatusCondition;
import dev.pawl.classes.resource.StatusCondition.Truth;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The evaluation of a class that an operator holds: nothing is done to it, not even a deletion,
/// and its status says so.
public final class HoldEvaluation {
    private HoldEvaluation() {}

    /// Returns the answer while a class is held.
    ///
    /// @param hold the operator's reason, which may be empty
    public static EvalResult of(EvalInput input, String hold) {
        String message = hold.isBlank() ? "Held." : "Held: " + hold;
        StatusCondition held = condition(input.runtime().generation(), input.now(), true, message);
        return new EvalResult(
                new EvalOutput(
                        input.runtime().status().phase(),
                        List.of(held),
                        List.of(),
                        List.of(),
                        null),
                input.memory(),
                List.of(),
                List.of(),
                null,
                message);
    }

    /// Returns an answer whose conditions say that a class is no longer held, if its status says
    /// that it is.
    public static EvalResult released(EvalInput input, EvalResult result) {
        ClassRuntimeStatus status = input.runtime().status();
        StatusCondition held = status.condition(StatusCondition.HELD);
        if (held == null || held.status() != Truth.TRUE) return result;
        EvalOutput output = result.output();
        List<StatusCondition> conditions = new ArrayList<>(output.conditionDeltas());
        conditions.add(condition(input.runtime().generation(), input.now(), false, ""));
        return new EvalResult(
                new EvalOutput(
                        output.phase(),
                        conditions,
                        output.functionUpdates(),
                        output.actions(),
                        output.requeueAfter()),
                result.memory(),
                result.path(),
                result.events(),
                result.wakeAt(),
                result.message());
    }

    private static StatusCondition condition(
            long generation, Instant now, boolean isHeld, String message) {
        return new StatusCondition(
                StatusCondition.HELD,
                Truth.of(isHeld),
                isHeld ? "Held" : "Released",
                message,
                now,
                generation);
    }
}
