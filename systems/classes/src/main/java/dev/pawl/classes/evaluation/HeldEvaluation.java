package dev.pawl.classes.evaluation;

import dev.pawl.classes.observation.ManagedKind;
import dev.pawl.classes.resource.ClassRuntime;
import dev.pawl.classes.resource.Phase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;

/// The evaluation while children cannot be listed: everything stays as it is, because children that
/// are not seen may still be there.
final class HeldEvaluation {
    private HeldEvaluation() {}

    static EvalResult of(EvalInput input) {
        ClassRuntime runtime = input.runtime();
        Phase phase = runtime.status().phase();
        Instant next = WakeTime.every(Instant.EPOCH, input.now(), input.config().requeue().first());
        boolean isRequeued = phase == Phase.PROGRESSING || phase == Phase.DEGRADED;
        return new EvalResult(
                new EvalOutput(
                        phase,
                        List.of(),
                        List.of(),
                        runtime.hasFinalizer() ? List.of() : List.of(new Action.EnsureFinalizer()),
                        isRequeued ? Duration.between(input.now(), next) : null),
                input.memory(),
                List.of(),
                List.of(),
                next,
                message(input));
    }

    /// Names the kinds that could not be listed, always in the same order.
    static String message(EvalInput input) {
        TreeSet<String> titles = new TreeSet<>();
        for (ManagedKind kind : input.observed().lost()) titles.add(kind.title());
        return "Cannot list " + String.join(", ", titles) + "; the last known state is kept.";
    }
}
