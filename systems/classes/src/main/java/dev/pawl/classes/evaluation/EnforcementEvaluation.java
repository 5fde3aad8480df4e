package dev.pawl.classes.evaluation;

import dev.pawl.classes.enforcement.EnforceDecision;
import dev.pawl.classes.enforcement.EnforcementEvent;
import dev.pawl.classes.enforcement.EnforcementState;
import dev.pawl.classes.enforcement.EnforcementTable;
import dev.pawl.classes.enforcement.Gates;
import dev.pawl.classes.enforcement.ScaleTarget;
import dev.pawl.classes.observation.ChildRef;
import dev.pawl.classes.observation.ChildState;
import dev.pawl.classes.observation.ManagedKind;
import dev.pawl.classes.resource.ClassRuntimeSpec;
import dev.pawl.classes.resource.Dimension;
import dev.pawl.classes.resource.EnforcementSpec;
import dev.pawl.classes.resource.NfrStatus.Recommendation;
import dev.pawl.classes.resource.Phase;
import dev.pawl.classes.template.ChildNames;
import dev.pawl.classes.template.DesiredState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The enforcement part of an evaluation: for each function and dimension a decision, and what
/// follows from it.
final class EnforcementEvaluation {
    private final EvalInput input;
    private final Phase phase;
    private final boolean degradedByEnforcementAlone;
    private final WakeTime wake;
    private final List<Action> actions = new ArrayList<>(0);
    private final List<EnforcementEvent> events = new ArrayList<>(0);

    private List<EnforcementState> states;
    private int open;
    private int inForce;
    private String reason = "NotEnforced";
    private String message = "";

    EnforcementEvaluation(
            EvalInput input, Phase phase, boolean degradedByEnforcementAlone, WakeTime wake) {
        this.input = input;
        this.phase = phase;
        this.degradedByEnforcementAlone = degradedByEnforcementAlone;
        this.wake = wake;
        this.states = input.memory().enforcement();
        boolean isEnforced =
                input.runtime().spec().enforcement().mode() == EnforcementSpec.Mode.ENFORCE;
        if (isRunning() && (isEnforced || !states.isEmpty())) decideAll();
    }

    /// Returns the problem of the first open failure, or null if there is none.
    static @Nullable ClassProblem openFailure(List<EnforcementState> states) {
        for (EnforcementState state : states) {
            EnforcementState.Failure failure = state.failure();
            if (failure != null) {
                return new ClassProblem(
                        DegradedReason.ENFORCE_FAILED, failure.reason(), failure.message());
            }
        }
        return null;
    }

    @Nullable ClassProblem failure() {
        return openFailure(states);
    }

    List<EnforcementState> states() {
        return states;
    }

    List<Action> actions() {
        return actions;
    }

    List<EnforcementEvent> events() {
        return events;
    }

    /// Returns whether there are recommendations to enforce, and all of them are in force.
    boolean isInForce() {
        return open == 0 && inForce > 0;
    }

    /// Returns why not everything is in force.
    String reason() {
        return reason;
    }

    String message() {
        return message;
    }

    private boolean isRunning() {
        return phase == Phase.PROGRESSING
                || phase == Phase.AVAILABLE
                || (phase == Phase.DEGRADED && degradedByEnforcementAlone);
    }

    private void decideAll() {
        List<EnforcementState> next = new ArrayList<>();
        for (Dimension dimension : Dimension.values()) {
            if (dimension == Dimension.ODGM_REPLICAS) {
                if (input.desired().hasDataGrid()) decideGrid(next);
                continue;
            }
            for (DesiredState.Function function : input.desired().functions()) {
                if (function.workload() != null) decideFunction(function, dimension, next);
            }
        }
        states = next.equals(states) ? states : next;
    }

    private void decideGrid(List<EnforcementState> next) {
        ChildRef grid =
                new ChildRef(
                        ManagedKind.ODGM_DEPLOYMENT,
                        ChildNames.dataGrid(input.runtime().key().name()));
        ScaleTarget where = new ScaleTarget(List.of(grid));
        decide(
                new Subject(
                        ClassRuntimeSpec.DATA_GRID, Dimension.ODGM_REPLICAS, where, scale(grid)),
                next);
    }

    private void decideFunction(
            DesiredState.Function function, Dimension dimension, List<EnforcementState> next) {
        ScaleTarget where =
                ScaleTarget.ofReplicas(
                        function, input.observed(), input.config().autoscalersEnabled());
        String key = function.functionKey();
        Double current =
                dimension == Dimension.REPLICAS
                        ? scale(where.first())
                        : resources(where.attempts().getLast(), dimension);
        decide(new Subject(key, dimension, where, current), next);
    }

    private @Nullable Double resources(ChildRef workload, Dimension dimension) {
        ChildState child = input.observed().children().get(workload);
        if (child == null) return null;
        return dimension == Dimension.CPU ? child.rollout().cpu() : child.rollout().memory();
    }

    private @Nullable Double scale(ChildRef ref) {
        ChildState child = input.observed().children().get(ref);
        return child == null ? null : (double) child.rollout().desired();
    }

    private void decide(Subject subject, List<EnforcementState> next) {
        EnforcementState before = input.memory().state(subject.key(), subject.dimension());
        Recommendation recommendation =
                input.runtime().status().nfr().observation(subject.key(), subject.dimension());
        if (isForeign(subject, before, next)) return;
        EnforcementTable.Answer answer =
                EnforcementTable.decide(
                        before,
                        new EnforcementTable.Question(
                                input.runtime().spec().enforcement(),
                                recommendation,
                                subject.current(),
                                input.runtime().generation(),
                                input.config().enforcement(),
                                input.now()));
        EnforcementState state = answer.state();
        if (recommendation != null && state.target() != null) {
            wake.at(recommendation.observedAt().plus(input.config().enforcement().staleAfter()));
        }
        carryOut(answer.decision(), subject, recommendation);
        keep(announce(answer.decision(), state), next);
    }

    /// An autoscaler of another party would undo each enforcement: it is reported and not fought.
    private boolean isForeign(
            Subject subject, EnforcementState before, List<EnforcementState> next) {
        String name = subject.where().first().name();
        String other = input.observed().autoscalers().get(name);
        if (other == null || !subject.dimension().countsReplicas()) return false;
        EnforcementSpec spec = input.runtime().spec().enforcement();
        if (spec.mode() != EnforcementSpec.Mode.ENFORCE
                || !spec.dimensions().contains(subject.dimension())) {
            return false;
        }
        open++;
        reason = "ExternalAutoscaler";
        message = "HorizontalPodAutoscaler/" + other + " scales " + subject.where().first() + ".";
        keep(before.reset(input.now()), next);
        return true;
    }

    private static void keep(EnforcementState state, List<EnforcementState> next) {
        EnforcementState initial = EnforcementState.initial(state.functionKey(), state.dimension());
        if (!state.equals(initial)) next.add(state);
    }

    private void carryOut(
            EnforceDecision decision, Subject subject, @Nullable Recommendation recommendation) {
        switch (decision) {
            case EnforceDecision.Apply apply -> apply(apply, subject, recommendation);
            case EnforceDecision.WaitStability wait -> await(wait.until(), "WaitingForStability");
            case EnforceDecision.WaitCooldown wait -> await(wait.until(), "WaitingForCooldown");
            case EnforceDecision.InForce() -> inForce++;
            case EnforceDecision.ResetTarget(), EnforceDecision.SkipMode() -> {}
        }
    }

    private void apply(
            EnforceDecision.Apply apply, Subject subject, @Nullable Recommendation recommendation) {
        open++;
        Gates.Situation situation =
                new Gates.Situation(
                        phase,
                        degradedByEnforcementAlone,
                        input.observed().signals(),
                        recommendation);
        String shut = Gates.shut(subject.dimension(), situation, input.config().enforcement());
        if (shut != null) {
            reason = "Gated";
            message = subject.dimension() + " of " + subject.key() + " waits: " + shut + ".";
            return;
        }
        reason = "Enforcing";
        actions.add(
                subject.dimension().countsReplicas()
                        ? new Action.EnforceReplicas(
                                subject.key(),
                                subject.dimension(),
                                (int) apply.target(),
                                subject.where())
                        : new Action.EnforceResources(
                                subject.key(),
                                subject.dimension(),
                                apply.target(),
                                subject.where().attempts().getLast()));
    }

    private void await(Instant until, String why) {
        open++;
        reason = why;
        wake.at(until);
    }

    /// Sends an event for what changed, and remembers it, so that it is sent once.
    private EnforcementState announce(EnforceDecision decision, EnforcementState state) {
        String event = event(decision, state);
        if (event == null) return state;
        String announced = event + ":" + state.target();
        if (announced.equals(state.announced())) return state;
        boolean isClamped =
                decision instanceof EnforceDecision.WaitStability wait && wait.clamped();
        if (isClamped) send(EnforcementEvent.CLAMPED_MAX, state);
        send(event, state);
        return state.announcing(announced);
    }

    private static @Nullable String event(EnforceDecision decision, EnforcementState state) {
        if (state.failure() != null) return EnforcementEvent.APPLY_FAILED;
        boolean isApplied = state.applied() != null && state.applied().equals(state.target());
        return switch (decision) {
            case EnforceDecision.WaitStability _ -> EnforcementEvent.SKIPPED_STABILITY;
            case EnforceDecision.WaitCooldown _ ->
                    isApplied ? EnforcementEvent.APPLIED : EnforcementEvent.SKIPPED_COOLDOWN;
            case EnforceDecision.InForce() -> isApplied ? EnforcementEvent.APPLIED : null;
            case EnforceDecision.Apply _,
                    EnforceDecision.ResetTarget(),
                    EnforceDecision.SkipMode() ->
                    null;
        };
    }

    private void send(String event, EnforcementState state) {
        String subject = state.dimension() + " of " + state.functionKey();
        EnforcementState.Failure failure = state.failure();
        String text =
                switch (event) {
                    case EnforcementEvent.APPLIED -> "Applied " + subject + ": ";
                    case EnforcementEvent.SKIPPED_COOLDOWN ->
                            "Cooldown is active for " + subject + ": ";
                    case EnforcementEvent.CLAMPED_MAX ->
                            "Clamped to the maximum, " + subject + ": ";
                    case EnforcementEvent.APPLY_FAILED -> "Cannot apply " + subject + ": ";
                    default -> "Waiting until the target is stable, " + subject + ": ";
                };
        String detail =
                failure != null && event.equals(EnforcementEvent.APPLY_FAILED)
                        ? failure.message()
                        : String.valueOf(state.target());
        events.add(
                new EnforcementEvent(event, state.functionKey(), state.dimension(), text + detail));
    }

    /// What is enforced: a dimension of a function or of the data grid, and the value it has now.
    private record Subject(
            String key, Dimension dimension, ScaleTarget where, @Nullable Double current) {}
}
