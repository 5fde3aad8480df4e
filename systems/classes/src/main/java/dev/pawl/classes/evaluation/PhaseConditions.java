package dev.pawl.classes.evaluation;

import dev.pawl.classes.resource.Phase;
import dev.pawl.classes.resource.StatusCondition;
import dev.pawl.classes.resource.StatusCondition.Truth;
import dev.pawl.classes.template.ReadinessResult;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The conditions of a class: all of them, every time, so that none keeps an old value.
final class PhaseConditions {
    static final List<String> LIFECYCLE =
            List.of(
                    StatusCondition.PROGRESSING,
                    StatusCondition.AVAILABLE,
                    StatusCondition.DEGRADED);

    private final EvalInput input;
    private final Phase phase;
    private final ChildSnapshot children;
    private final EnforcementEvaluation enforcement;

    PhaseConditions(
            EvalInput input,
            Phase phase,
            ChildSnapshot children,
            EnforcementEvaluation enforcement) {
        this.input = input;
        this.phase = phase;
        this.children = children;
        this.enforcement = enforcement;
    }

    List<StatusCondition> of(@Nullable ClassProblem problem) {
        List<StatusCondition> all = new ArrayList<>(6);
        String reason = reason(problem);
        String message = message(problem);
        boolean progresses =
                phase == Phase.PENDING || phase == Phase.APPLYING || phase == Phase.PROGRESSING;
        all.add(condition(StatusCondition.PROGRESSING, progresses, reason, message));
        boolean isAvailable = phase == Phase.AVAILABLE;
        all.add(condition(StatusCondition.AVAILABLE, isAvailable, reason, message));
        boolean isDegraded = phase == Phase.DEGRADED;
        all.add(condition(StatusCondition.DEGRADED, isDegraded, reason, message));
        boolean isObserved = !input.runtime().status().nfr().recommendations().isEmpty();
        all.add(
                condition(
                        StatusCondition.NFR_OBSERVED,
                        isObserved,
                        isObserved ? "Recommended" : "NoRecommendation",
                        ""));
        boolean isEnforced = isAvailable && enforcement.isInForce();
        all.add(
                condition(
                        StatusCondition.NFR_ENFORCED,
                        isEnforced,
                        isEnforced ? "Applied" : enforcement.reason(),
                        isEnforced ? "" : enforcement.message()));
        if (input.desired().hasTelemetry()) {
            all.add(condition(StatusCondition.TELEMETRY_CONFIGURED, true, "Configured", ""));
        } else if (input.runtime().status().condition(StatusCondition.TELEMETRY_CONFIGURED)
                != null) {
            all.add(condition(StatusCondition.TELEMETRY_CONFIGURED, false, "Disabled", ""));
        }
        return all;
    }

    /// Returns why the class is in its phase, in one line.
    String message(@Nullable ClassProblem problem) {
        return switch (phase) {
            case PENDING -> "The finalizer is being added.";
            case APPLYING -> "Children are being applied.";
            case PROGRESSING -> {
                ReadinessResult unready = children.unready();
                yield unready == null || unready.message() == null
                        ? "Children are ready; the class is about to be available."
                        : unready.message();
            }
            case AVAILABLE -> "All functions are ready.";
            case DEGRADED -> problem == null ? recorded().message() : problem.message();
            case DELETING -> "Children are being deleted.";
        };
    }

    private String reason(@Nullable ClassProblem problem) {
        return switch (phase) {
            case PENDING -> "Pending";
            case APPLYING -> "Applying";
            case PROGRESSING -> "ChildrenNotReady";
            case AVAILABLE -> "AllReady";
            case DEGRADED -> problem == null ? recorded().reason() : problem.code();
            case DELETING -> "Deleting";
        };
    }

    /// Returns the condition of a class whose problem is gone for too short a time.
    private StatusCondition recorded() {
        StatusCondition before = input.runtime().status().condition(StatusCondition.DEGRADED);
        return before != null
                ? before
                : condition(StatusCondition.DEGRADED, true, "Recovering", "The problem is gone.");
    }

    private StatusCondition condition(String type, boolean holds, String reason, String message) {
        return new StatusCondition(
                type, Truth.of(holds), reason, message, input.now(), input.runtime().generation());
    }
}
