package dev.pawl.classes.evaluation;

import dev.pawl.classes.observation.ChildState;
import dev.pawl.classes.resource.ClassRuntime;
import dev.pawl.classes.resource.Phase;
import dev.pawl.classes.resource.StatusCondition;
import dev.pawl.classes.resource.StatusCondition.Truth;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The evaluation of a class that is being deleted: its children go first, then its finalizer.
///
/// The label finds children, the uid of their owner confirms them; others are reported and left.
final class DeletionEvaluation {
    private final EvalInput input;
    private final ClassRuntime runtime;

    private DeletionEvaluation(EvalInput input) {
        this.input = input;
        this.runtime = input.runtime();
    }

    static EvalResult of(EvalInput input) {
        return new DeletionEvaluation(input).evaluate();
    }

    private EvalResult evaluate() {
        List<ChildState> own = input.observed().childrenOf(runtime.uid());
        boolean isLost = !input.observed().lost().isEmpty();
        List<Action> actions = new ArrayList<>();
        if (runtime.hasFinalizer()) {
            List<Action.Orphan> left = new ArrayList<>();
            for (ChildState child : own) {
                if (!child.isBeingDeleted()) left.add(new Action.Orphan(child.ref(), child.uid()));
            }
            if (!left.isEmpty()) actions.add(new Action.DeleteOrphans(left));
            if (own.isEmpty() && !isLost) actions.add(new Action.RemoveFinalizer());
        }
        boolean isNew = runtime.status().phase() != Phase.DELETING;
        Instant since = isNew ? input.now() : input.memory().phaseSince();
        Instant start = Objects.requireNonNullElse(since, input.now());
        boolean isOver = !runtime.hasFinalizer();
        String message = message(own, start);
        return new EvalResult(
                new EvalOutput(Phase.DELETING, conditions(message), List.of(), actions, null),
                memory(start),
                isNew ? List.of(Phase.DELETING) : List.of(),
                List.of(),
                isOver ? null : next(start),
                message);
    }

    private Instant next(Instant start) {
        return WakeTime.every(start, input.now(), input.config().timeouts().deletionInterval());
    }

    private String message(List<ChildState> own, Instant start) {
        if (!input.observed().lost().isEmpty()) return HeldEvaluation.message(input);
        List<ChildState> foreign = input.observed().foreignTo(runtime.uid());
        String left =
                foreign.isEmpty()
                        ? ""
                        : " Left alone, because it has another owner: "
                                + foreign.getFirst().ref()
                                + ".";
        if (own.isEmpty()) return "All children are deleted." + left;
        boolean isStuck =
                !input.now().isBefore(start.plus(input.config().timeouts().deletionStuck()));
        ChildState first = own.getFirst();
        String blocker =
                first.finalizers().isEmpty()
                        ? ""
                        : " It waits for " + String.join(", ", first.finalizers()) + ".";
        return (isStuck ? "Deletion is stuck on " : "Deleting ")
                + first.ref()
                + "."
                + blocker
                + left;
    }

    private List<StatusCondition> conditions(String message) {
        List<StatusCondition> all = new ArrayList<>();
        for (String type : PhaseConditions.LIFECYCLE) {
            all.add(
                    new StatusCondition(
                            type,
                            Truth.FALSE,
                            "Deleting",
                            message,
                            input.now(),
                            runtime.generation()));
        }
        return all;
    }

    private ClassMemory memory(@Nullable Instant since) {
        ClassMemory before = input.memory();
        ClassMemory next =
                new ClassMemory(
                        before.generation(),
                        null,
                        since,
                        null,
                        before.applied(),
                        List.of(),
                        List.of(),
                        before.metricsEnsured());
        return next.equals(before) ? before : next;
    }
}
