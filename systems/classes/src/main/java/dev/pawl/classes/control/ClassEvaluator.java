package dev.pawl.classes.control;

import dev.pawl.classes.control.ClassAction.Announce;
import dev.pawl.classes.control.ClassAction.Note;
import dev.pawl.classes.control.ClassAction.Perform;
import dev.pawl.classes.enforcement.EnforcementError;
import dev.pawl.classes.enforcement.EnforcementEvent;
import dev.pawl.classes.enforcement.EnforcementState;
import dev.pawl.classes.evaluation.Action;
import dev.pawl.classes.evaluation.ApplyError;
import dev.pawl.classes.evaluation.ClassMemory;
import dev.pawl.classes.evaluation.ClassMemory.AppliedChild;
import dev.pawl.classes.evaluation.ClassMemory.EnforcementClock;
import dev.pawl.classes.evaluation.EvalInput;
import dev.pawl.classes.evaluation.EvalResult;
import dev.pawl.classes.evaluation.EvaluationConfig;
import dev.pawl.classes.evaluation.HoldEvaluation;
import dev.pawl.classes.evaluation.RestoredMemory;
import dev.pawl.classes.evaluation.StateEvaluator;
import dev.pawl.classes.observation.ChildRef;
import dev.pawl.classes.resource.ClassRuntime;
import dev.pawl.classes.resource.Dimension;
import dev.pawl.classes.resource.NfrStatus.Recommendation;
import dev.pawl.classes.resource.Phase;
import dev.pawl.classes.status.EnforcementOutcome;
import dev.pawl.classes.status.KeptState;
import dev.pawl.classes.status.StatusUpdate;
import dev.pawl.controller.ActionResult;
import dev.pawl.controller.Evaluation;
import dev.pawl.controller.Evaluator;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Evaluates classes with the pure core, for the controller.
public final class ClassEvaluator
        implements Evaluator<ClassView, ClassMemory, ClassAction, StatusTarget> {
    private final ClassRendering rendering;
    private final EvaluationConfig config;

    public ClassEvaluator(ClassRendering rendering, EvaluationConfig config) {
        this.rendering = rendering;
        this.config = config;
    }

    @Override
    public ClassMemory initial() {
        return ClassMemory.INITIAL;
    }

    @Override
    public Evaluation<ClassMemory, ClassAction, StatusTarget> evaluate(
            ClassView view, ClassMemory memory, Instant now) {
        ClassRuntime seen = view.runtime();
        List<Recommendation> recommendations = view.analysis().recommendations();
        ClassRuntime runtime =
                seen.with(StatusTarget.recommended(seen.status(), recommendations, now));
        ClassMemory known = RestoredMemory.of(memory, seen.status());
        EvalInput input =
                new EvalInput(
                        runtime,
                        view.observed(),
                        known,
                        rendering.desired(runtime, known),
                        config,
                        now);
        String hold = view.hold();
        if (hold != null) return held(input, hold);
        EvalResult result = HoldEvaluation.released(input, StateEvaluator.evaluate(input));
        StatusTarget target =
                new StatusTarget(
                        StatusUpdate.of(input, result).with(view.routers()),
                        recommendations,
                        enforced(runtime, result.memory()),
                        KeptState.of(runtime, result.memory(), result.output().phase(), now),
                        now);
        List<ClassAction> actions = new ArrayList<>();
        for (Action action : result.output().actions()) actions.add(new Perform(action));
        List<Note> notes = notes(seen, result);
        if (!notes.isEmpty()) actions.add(new Announce(notes));
        return new Evaluation<>(
                result.memory(),
                actions,
                target,
                result.wakeAt(),
                result.output().phase().toString());
    }

    /// Only the message and the condition change, so the generation counts as not observed.
    private static Evaluation<ClassMemory, ClassAction, StatusTarget> held(
            EvalInput input, String hold) {
        EvalResult result = HoldEvaluation.of(input, hold);
        StatusUpdate update =
                new StatusUpdate(
                        result.output().phase(),
                        result.message(),
                        input.runtime().status().observedGeneration(),
                        result.output().conditionDeltas(),
                        null,
                        null,
                        null,
                        null);
        KeptState kept =
                KeptState.of(input.runtime(), result.memory(), update.phase(), input.now())
                        .withoutRevision();
        return new Evaluation<>(
                result.memory(),
                List.of(),
                new StatusTarget(update, List.of(), List.of(), kept, input.now()),
                null,
                "held");
    }

    /// Returns what was enforced and is not in the status yet.
    private List<StatusTarget.Enforced> enforced(ClassRuntime runtime, ClassMemory memory) {
        if (memory.enforcement().isEmpty()) return List.of();
        Instant last = runtime.status().nfr().lastAppliedAt();
        List<StatusTarget.Enforced> enforced = new ArrayList<>();
        for (EnforcementState state : memory.enforcement()) {
            Double applied = state.applied();
            Instant cooldown = state.cooldownUntil();
            if (applied == null || cooldown == null) continue;
            Instant at = cooldown.minus(config.enforcement().cooldown());
            if (last != null && !at.isAfter(last)) continue;
            var outcome = EnforcementOutcome.of(state.functionKey(), state.dimension(), applied);
            enforced.add(new StatusTarget.Enforced(outcome, at));
        }
        enforced.sort(Comparator.comparing(StatusTarget.Enforced::at));
        return enforced;
    }

    /// The id of a change of phase follows from the status before it, so that an event is recorded
    /// once however often the change is decided.
    private static List<Note> notes(ClassRuntime runtime, EvalResult result) {
        List<Note> notes = new ArrayList<>();
        Instant before = runtime.status().lastUpdated();
        for (Phase phase : result.path()) {
            notes.add(
                    new Note(
                            "%s-%s-%d-%s"
                                    .formatted(runtime.uid(), phase, runtime.generation(), before),
                            phase == Phase.DEGRADED,
                            title(phase.toString()),
                            result.message().isEmpty()
                                    ? "The class is " + phase + "."
                                    : result.message()));
        }
        for (EnforcementEvent event : result.events()) {
            EnforcementState state = result.memory().state(event.functionKey(), event.dimension());
            notes.add(
                    new Note(
                            "%s-%s-%s-%s-%s"
                                    .formatted(
                                            runtime.uid(),
                                            event.reason(),
                                            event.functionKey(),
                                            event.dimension(),
                                            state.changedAt()),
                            event.reason().equals(EnforcementEvent.APPLY_FAILED),
                            event.reason(),
                            event.message()));
        }
        return notes;
    }

    private static String title(String phase) {
        return Character.toUpperCase(phase.charAt(0)) + phase.substring(1);
    }

    @Override
    public ClassMemory recorded(
            ClassMemory memory, ClassAction action, ActionResult result, Instant now) {
        return switch (action) {
            case Announce _ -> memory;
            case Perform(Action performed) -> recorded(memory, performed, result, now);
        };
    }

    private ClassMemory recorded(
            ClassMemory memory, Action action, ActionResult result, Instant now) {
        return switch (action) {
            case Action.ApplyWorkload(List<ChildRef> children) ->
                    applied(memory, children, result, now);
            case Action _ when result.facts().containsKey(Enforcer.SUPERSEDED) -> memory;
            case Action.EnforceReplicas each ->
                    enforced(
                            memory,
                            new Enforcement(each.functionKey(), each.dimension(), each.target()),
                            result,
                            now);
            case Action.EnforceResources each ->
                    enforced(
                            memory,
                            new Enforcement(each.functionKey(), each.dimension(), each.target()),
                            result,
                            now);
            case Action.EnsureMetricsTargets() ->
                    result instanceof ActionResult.Done ? memory.withMetricsEnsured() : memory;
            case Action.EnsureFinalizer(), Action.DeleteOrphans _, Action.RemoveFinalizer() ->
                    memory;
        };
    }

    private ClassMemory applied(
            ClassMemory memory, List<ChildRef> children, ActionResult result, Instant now) {
        ClassMemory next = memory;
        for (ChildRef ref : children) {
            String fact = result.facts().get(ApplyFact.name(ref));
            if (fact == null) continue;
            next =
                    switch (ApplyFact.parse(fact)) {
                        case ApplyFact.Acknowledged(String hash) ->
                                next.acknowledged(ref, hash, now);
                        case ApplyFact.Refused(String hash, ApplyError error) -> {
                            AppliedChild attempt = next.attempt(ref, hash);
                            int failures =
                                    attempt.failure() == null
                                            ? 1
                                            : attempt.failure().attempts() + 1;
                            Duration wait = config.applyRetries().after(failures);
                            yield next.failed(attempt, error, wait, now);
                        }
                    };
        }
        return next;
    }

    private ClassMemory enforced(
            ClassMemory memory, Enforcement each, ActionResult result, Instant now) {
        return switch (result) {
            case ActionResult.Done _ ->
                    memory.enforced(
                            each.functionKey(),
                            each.dimension(),
                            each.value(),
                            new EnforcementClock(now, config.enforcement().cooldown()));
            case ActionResult.Failed failed -> {
                int failures = memory.state(each.functionKey(), each.dimension()).failures() + 1;
                Duration wait = config.enforcement().retries().after(failures);
                EnforcementError error =
                        failed.reason().startsWith("Enforce")
                                ? new EnforcementError(failed.reason(), failed.detail())
                                : EnforcementError.other(failed.detail());
                yield memory.enforcementFailed(
                        each.functionKey(),
                        each.dimension(),
                        error,
                        new EnforcementClock(now, wait));
            }
        };
    }

    private record Enforcement(String functionKey, Dimension dimension, double value) {}
}
