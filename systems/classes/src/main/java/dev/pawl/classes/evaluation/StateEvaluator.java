package dev.pawl.classes.evaluation;

import dev.pawl.classes.evaluation.ClassMemory.AppliedChild;
import dev.pawl.classes.evaluation.ClassMemory.Sighting;
import dev.pawl.classes.observation.ChildState;
import dev.pawl.classes.resource.Phase;
import dev.pawl.classes.template.DesiredState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Computes the phase of a class, its conditions and what to do. Pure and total.
///
/// The order is fixed: deletion, apply errors, all ready, timeout, recovery, progressing.
public final class StateEvaluator {
    private final EvalInput input;
    private final ClassMemory memory;
    private final Instant now;
    private final boolean isChanged;
    private final WakeTime wake = new WakeTime();
    private final List<Action> actions = new ArrayList<>(2);
    private final List<Phase> path = new ArrayList<>(2);
    private final ChildSnapshot children;

    private @Nullable Instant clearSince;

    private StateEvaluator(EvalInput input) {
        this.input = input;
        this.memory = input.memory();
        this.now = input.now();
        this.isChanged = memory.generation() != input.runtime().generation();
        this.children = new ChildSnapshot(input, wake);
    }

    public static EvalResult evaluate(EvalInput input) {
        if (input.runtime().isBeingDeleted()) return DeletionEvaluation.of(input);
        if (!input.observed().lost().isEmpty()) return HeldEvaluation.of(input);
        return new StateEvaluator(input).evaluate();
    }

    private EvalResult evaluate() {
        Phase current = input.runtime().status().phase();
        List<Sighting> orphans = orphans();
        Instant progressSince = progressSince();
        timeout(progressSince);
        ClassProblem problem = children.problem();
        boolean isReady = children.isReady() && problem == null;
        ClassProblem failure = EnforcementEvaluation.openFailure(memory.enforcement());
        Phase tentative = walk(current, isReady && failure == null, graver(problem, failure));
        EnforcementEvaluation enforcement =
                new EnforcementEvaluation(input, tentative, isReady && failure != null, wake);
        if (failure != null && enforcement.failure() == null) {
            tentative = walk(current, isReady, problem);
        }
        ClassProblem gravest = graver(problem, enforcement.failure());
        return result(tentative, gravest, enforcement, new Times(progressSince, orphans));
    }

    private static @Nullable ClassProblem graver(
            @Nullable ClassProblem one, @Nullable ClassProblem other) {
        return other == null ? one : ClassProblem.graver(one, other);
    }

    /// Returns the phase that the table allows next, and notes each that is entered.
    private Phase walk(Phase current, boolean isReady, @Nullable ClassProblem problem) {
        path.clear();
        // A status can be edited by hand: a class that is not deleted starts again.
        Phase at = current == Phase.DELETING ? Phase.PENDING : current;
        if (at == Phase.PENDING) {
            if (!input.runtime().hasFinalizer()) return at;
            at = enter(Phase.APPLYING);
        }
        if (at == Phase.APPLYING) {
            if (problem != null && problem.reason().isApplyError()) return enter(Phase.DEGRADED);
            if (!children.isAcknowledged()) return at;
            at = enter(Phase.PROGRESSING);
        }
        if (at == Phase.DEGRADED) {
            return recovers(isReady, problem) ? enter(Phase.PROGRESSING) : at;
        }
        if (at == Phase.AVAILABLE) {
            if (isReady && !isChanged) return at;
            at = enter(Phase.PROGRESSING);
        }
        if (problem != null) return enter(Phase.DEGRADED);
        return isReady ? enter(Phase.AVAILABLE) : at;
    }

    private Phase enter(Phase next) {
        path.add(next);
        return next;
    }

    /// A class recovers when its problem is gone: at once if it is ready or was changed, otherwise
    /// when the problem stays away, because a crashing container runs for a while between crashes.
    private boolean recovers(boolean isReady, @Nullable ClassProblem problem) {
        clearSince = null;
        if (isChanged) return problem == null || !problem.reason().isApplyError();
        if (problem != null) return false;
        if (isReady) return true;
        Instant since = memory.clearSince() == null ? now : memory.clearSince();
        Instant until = since.plus(input.config().timeouts().recovery());
        if (!now.isBefore(until)) return true;
        clearSince = since;
        wake.at(until);
        return false;
    }

    private Instant progressSince() {
        Instant since = memory.progressSince();
        return isChanged || since == null ? now : since;
    }

    private void timeout(Instant progressSince) {
        if (children.isReady() || !children.isAcknowledged()) return;
        Duration bound = input.config().timeouts().progress();
        Instant applied = children.lastAcknowledged();
        Instant start = applied != null && applied.isAfter(progressSince) ? applied : progressSince;
        Instant deadline = start.plus(bound);
        if (now.isBefore(deadline)) {
            wake.at(deadline);
        } else {
            children.report(
                    new ClassProblem(
                            DegradedReason.TIMEOUT,
                            "Readiness not achieved within " + bound.toSeconds() + "s."));
        }
    }

    /// Asks for the deletion of children that are not desired, once all that are have been applied.
    private List<Sighting> orphans() {
        if (!children.hasMore() || !children.isAcknowledged()) return List.of();
        List<Sighting> sightings = new ArrayList<>();
        List<Action.Orphan> asked = new ArrayList<>();
        Duration grace = input.config().timeouts().grace();
        for (ChildState child : input.observed().children().values()) {
            boolean isOrphan =
                    child.belongsTo(input.runtime().uid())
                            && input.desired().child(child.ref()) == null;
            if (!isOrphan) continue;
            Sighting before = sighting(child);
            Sighting sighting =
                    before == null ? new Sighting(child.ref(), child.uid(), now, now) : before;
            boolean isDue = before == null || !now.isBefore(before.askedAt().plus(grace));
            if (isDue && !child.isBeingDeleted()) {
                asked.add(new Action.Orphan(child.ref(), child.uid()));
                sighting = new Sighting(child.ref(), child.uid(), sighting.firstSeen(), now);
            }
            sightings.add(sighting);
            reportOrphan(sighting, grace);
        }
        if (!asked.isEmpty()) actions.add(new Action.DeleteOrphans(asked));
        return sightings;
    }

    private void reportOrphan(Sighting sighting, Duration grace) {
        Instant late = sighting.firstSeen().plus(grace);
        if (now.isBefore(late)) {
            wake.at(late);
            return;
        }
        wake.at(WakeTime.every(sighting.askedAt(), now, grace));
        children.report(
                new ClassProblem(
                        DegradedReason.ORPHANED,
                        "Found unmanaged " + sighting.ref() + "; cleanup scheduled."));
    }

    private @Nullable Sighting sighting(ChildState child) {
        for (Sighting each : memory.orphans()) {
            if (each.ref().equals(child.ref()) && each.uid().equals(child.uid())) return each;
        }
        return null;
    }

    private EvalResult result(
            Phase phase,
            @Nullable ClassProblem problem,
            EnforcementEvaluation enforcement,
            Times times) {
        act(phase, enforcement);
        boolean isNew = phase != input.runtime().status().phase() || memory.phaseSince() == null;
        Instant phaseSince = isNew ? now : memory.phaseSince();
        Duration requeue = requeue(phase, phaseSince == null ? now : phaseSince);
        PhaseConditions conditions = new PhaseConditions(input, phase, children, enforcement);
        ClassMemory next =
                remember(
                        phase == Phase.AVAILABLE ? null : times.progressSince(),
                        phaseSince,
                        times.orphans(),
                        enforcement);
        return new EvalResult(
                new EvalOutput(
                        phase,
                        conditions.of(problem),
                        FunctionRecords.of(input, children),
                        actions,
                        requeue),
                next,
                path,
                enforcement.events(),
                wake.earliest(),
                conditions.message(problem));
    }

    private void act(Phase phase, EnforcementEvaluation enforcement) {
        if (!input.runtime().hasFinalizer()) actions.addFirst(new Action.EnsureFinalizer());
        if (phase == Phase.PENDING) return;
        if (!children.toApply().isEmpty()) {
            actions.add(new Action.ApplyWorkload(children.toApply()));
        }
        boolean isApplied = children.isAcknowledged() && children.toApply().isEmpty();
        if (input.config().metricsEnabled() && isApplied && !memory.metricsEnsured()) {
            actions.add(new Action.EnsureMetricsTargets());
        }
        actions.addAll(enforcement.actions());
    }

    /// Returns how long to wait before looking again; at once if the table stopped a class on its
    /// way to `available`.
    private @Nullable Duration requeue(Phase phase, Instant phaseSince) {
        if (phase != Phase.PROGRESSING && phase != Phase.DEGRADED) return null;
        boolean stopped =
                phase == Phase.PROGRESSING && children.isReady() && children.problem() == null;
        wake.at(stopped ? now : WakeTime.next(phaseSince, now, input.config().requeue()));
        Instant earliest = wake.earliest();
        return earliest == null || earliest.isBefore(now)
                ? Duration.ZERO
                : Duration.between(now, earliest);
    }

    private ClassMemory remember(
            @Nullable Instant progressSince,
            @Nullable Instant phaseSince,
            List<Sighting> orphans,
            EnforcementEvaluation enforcement) {
        ClassMemory next =
                new ClassMemory(
                        input.runtime().generation(),
                        progressSince,
                        phaseSince,
                        clearSince,
                        isChanged ? desiredAlone() : memory.applied(),
                        orphans,
                        enforcement.states(),
                        memory.metricsEnsured());
        return next.equals(memory) ? memory : next;
    }

    /// Returns what is remembered of children that are still desired.
    private List<AppliedChild> desiredAlone() {
        List<AppliedChild> kept = new ArrayList<>();
        for (DesiredState.Child child : input.desired().children()) {
            AppliedChild applied = memory.applied(kept.size(), child.ref());
            if (applied != null) kept.add(applied);
        }
        return kept;
    }

    private record Times(Instant progressSince, List<Sighting> orphans) {}
}
