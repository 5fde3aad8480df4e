package dev.pawl.classes.evaluation;

import dev.pawl.classes.evaluation.ClassMemory.AppliedChild;
import dev.pawl.classes.evaluation.ClassMemory.ApplyFailure;
import dev.pawl.classes.observation.ChildRef;
import dev.pawl.classes.observation.ChildState;
import dev.pawl.classes.observation.ManagedKind;
import dev.pawl.classes.observation.PodState;
import dev.pawl.classes.resource.FieldError;
import dev.pawl.classes.template.DesiredState;
import dev.pawl.classes.template.ReadinessResult;
import dev.pawl.classes.template.ReadinessRule;
import dev.pawl.classes.template.TemplateDescriptor;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the children of a class say: which to apply, whether they are ready, what is wrong.
final class ChildSnapshot {
    private final EvalInput input;
    private final ReadinessResult[] results;
    private final WakeTime wake;

    private @Nullable List<ChildRef> toApply;
    private @Nullable ClassProblem problem;
    private @Nullable ReadinessResult unready;
    private ReadinessResult grid = ReadinessResult.READY;
    private @Nullable Instant lastAcknowledged;
    private boolean isAcknowledged = true;
    private int matched;

    ChildSnapshot(EvalInput input, WakeTime wake) {
        this.input = input;
        this.wake = wake;
        this.results = new ReadinessResult[input.desired().children().size()];
        List<FieldError> errors = input.desired().errors();
        if (!errors.isEmpty()) {
            isAcknowledged = false;
            report(ApplyError.invalid(errors.getFirst().toString()));
        }
        children();
        pods();
    }

    List<ChildRef> toApply() {
        return toApply == null ? List.of() : toApply;
    }

    @Nullable ClassProblem problem() {
        return problem;
    }

    /// Returns whether the API server acknowledged every child.
    boolean isAcknowledged() {
        return isAcknowledged;
    }

    /// Returns whether every child that counts is ready.
    boolean isReady() {
        return unready == null && isAcknowledged;
    }

    /// Returns the first child that is not ready, or null.
    @Nullable ReadinessResult unready() {
        return unready;
    }

    /// Returns the readiness of the child at an index.
    ReadinessResult result(int index) {
        return results[index];
    }

    /// Returns the readiness of the data grid.
    ReadinessResult grid() {
        return grid;
    }

    /// Returns whether children were seen that are not desired.
    boolean hasMore() {
        return matched < input.observed().children().size();
    }

    @Nullable Instant lastAcknowledged() {
        return lastAcknowledged;
    }

    void report(ClassProblem other) {
        problem = ClassProblem.graver(problem, other);
    }

    private void report(ApplyError error) {
        report(new ClassProblem(error.reason(), error.message()));
    }

    private void children() {
        List<DesiredState.Child> children = input.desired().children();
        for (int i = 0; i < children.size(); i++) {
            DesiredState.Child child = children.get(i);
            ChildState seen = input.observed().children().get(child.ref());
            if (seen != null) matched++;
            boolean isCurrent = compare(child, seen, input.memory().applied(i, child.ref()));
            ReadinessResult result = readiness(child.ref(), seen, isCurrent);
            results[i] = result;
            if (child.ref().kind() == ManagedKind.ODGM_DEPLOYMENT) grid = result;
        }
    }

    /// Returns whether the child is there as it was rendered, and notes what must be done if not.
    private boolean compare(
            DesiredState.Child child, @Nullable ChildState seen, @Nullable AppliedChild applied) {
        if (applied != null) lastAcknowledged = later(lastAcknowledged, applied.acknowledgedAt());
        if (seen != null && !seen.belongsTo(input.runtime().uid())) {
            isAcknowledged = false;
            report(ApplyError.conflict(child.ref(), "It does not belong to this class."));
            return false;
        }
        boolean isThere = seen != null && !seen.isBeingDeleted();
        if (seen != null && isThere && seen.appliedHash().equals(child.hash())) return true;
        if (applied == null || !applied.hash().equals(child.hash())) {
            isAcknowledged = false;
            if (seen == null || isThere) apply(child.ref());
            else awaitDeletion();
            return false;
        }
        if (applied.failure() != null) {
            retry(child.ref(), applied.failure());
            return false;
        }
        settle(child.ref(), seen, applied);
        return false;
    }

    private void retry(ChildRef ref, ApplyFailure failure) {
        isAcknowledged = false;
        report(new ClassProblem(failure.reason(), failure.message()));
        if (input.now().isBefore(failure.retryAt())) wake.at(failure.retryAt());
        else apply(ref);
    }

    /// An acknowledged child that is not seen: soon after the apply the cache lags, later it is
    /// missing or was replaced.
    private void settle(ChildRef ref, @Nullable ChildState seen, AppliedChild applied) {
        Instant acknowledged = applied.acknowledgedAt();
        Instant settled =
                (acknowledged == null ? Instant.EPOCH : acknowledged)
                        .plus(input.config().timeouts().grace());
        if (input.now().isBefore(settled)) {
            wake.at(settled);
            return;
        }
        if (seen == null || seen.isBeingDeleted()) {
            report(
                    new ClassProblem(
                            DegradedReason.CHILD_MISSING, "Expected " + ref + " not found."));
        }
        if (seen != null && seen.isBeingDeleted()) awaitDeletion();
        else apply(ref);
    }

    private void awaitDeletion() {
        wake.at(WakeTime.every(Instant.EPOCH, input.now(), input.config().timeouts().grace()));
    }

    private ReadinessResult readiness(ChildRef ref, @Nullable ChildState seen, boolean isCurrent) {
        TemplateDescriptor descriptor = input.desired().descriptor();
        ReadinessRule rule = descriptor == null ? null : descriptor.rule(ref.kind());
        ReadinessResult result;
        if (!isCurrent || seen == null) {
            result = ReadinessResult.notReady("NotApplied", ref + " is not applied yet");
        } else {
            result = rule == null ? ReadinessResult.READY : ask(rule, seen);
        }
        boolean counts = rule == null || rule.contributesToAvailable();
        if (!result.ready() && counts && unready == null) unready = result;
        return result;
    }

    /// A rule is part of a template, which users may supply; its errors must not stop the class.
    private static ReadinessResult ask(ReadinessRule rule, ChildState seen) {
        try {
            return rule.evaluator().apply(seen);
        } catch (RuntimeException e) {
            return ReadinessResult.notReady(
                    "RuleFailed", "the readiness rule of " + seen.ref() + " failed: " + e);
        }
    }

    private void pods() {
        List<PodState> pods = input.observed().pods();
        for (int i = 0; i < pods.size(); i++) {
            PodState.Problem found = pods.get(i).problem();
            if (found != null) report(problem(pods.get(i), found));
        }
    }

    private static ClassProblem problem(PodState pod, PodState.Problem found) {
        String start = "Pod " + pod.name();
        return switch (found.cause()) {
            case CRASH_LOOP ->
                    new ClassProblem(
                            DegradedReason.CRASH_LOOP,
                            start + " restart count=" + pod.restarts() + ".");
            case IMAGE_PULL ->
                    new ClassProblem(
                            DegradedReason.IMAGE_PULL,
                            start + " cannot pull its image: " + found.message() + ".");
            case UNSCHEDULABLE ->
                    new ClassProblem(
                            DegradedReason.UNSCHEDULABLE,
                            start + " cannot be scheduled: " + found.message() + ".");
        };
    }

    private void apply(ChildRef ref) {
        if (toApply == null) toApply = new ArrayList<>();
        toApply.add(ref);
    }

    private static @Nullable Instant later(@Nullable Instant one, @Nullable Instant other) {
        if (one == null) return other;
        return other != null && other.isAfter(one) ? other : one;
    }
}
