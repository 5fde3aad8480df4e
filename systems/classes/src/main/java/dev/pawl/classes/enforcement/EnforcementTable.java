package dev.pawl.classes.enforcement;

import dev.pawl.classes.enforcement.EnforceDecision.Apply;
import dev.pawl.classes.enforcement.EnforceDecision.InForce;
import dev.pawl.classes.enforcement.EnforceDecision.ResetTarget;
import dev.pawl.classes.enforcement.EnforceDecision.SkipMode;
import dev.pawl.classes.enforcement.EnforceDecision.WaitCooldown;
import dev.pawl.classes.enforcement.EnforceDecision.WaitStability;
import dev.pawl.classes.resource.Dimension;
import dev.pawl.classes.resource.EnforcementSpec;
import dev.pawl.classes.resource.NfrStatus.Recommendation;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Decides what is done with the recommendation of one function and dimension. Pure.
public final class EnforcementTable {
    private EnforcementTable() {}

    /// Returns the decision, and the state after it.
    public static Answer decide(EnforcementState state, Question question) {
        Recommendation recommendation = question.recommendation();
        EnforcementSpec spec = question.spec();
        boolean isEnforced =
                spec.mode() == EnforcementSpec.Mode.ENFORCE
                        && spec.dimensions().contains(state.dimension());
        if (!isEnforced || recommendation == null || isStale(recommendation, question)) {
            boolean hasTarget = state.target() != null || state.failure() != null;
            return hasTarget
                    ? new Answer(new ResetTarget(), state.reset(question.now()))
                    : new Answer(new SkipMode(), state);
        }
        return enforce(state, recommendation, question);
    }

    private static Answer enforce(
            EnforcementState state, Recommendation recommendation, Question question) {
        EnforcementConfig config = question.config();
        Instant now = question.now();
        Clamped clamped = clamp(state.dimension(), recommendation.value(), question);
        double target = clamped.value();
        Double previous = state.target();
        if (previous == null || previous != target) {
            Duration window = window(target, question.current(), config);
            return new Answer(
                    new WaitStability(now.plus(window), clamped.isClamped()),
                    state.aimingAt(target, now));
        }
        EnforcementState.Failure failure = state.failure();
        if (failure != null && now.isBefore(failure.retryAt())) {
            return new Answer(new WaitCooldown(failure.retryAt()), state);
        }
        if (isInForce(state, target, question)) return new Answer(new InForce(), state);
        Instant cooldown = state.cooldownUntil();
        if (cooldown != null && now.isBefore(cooldown)) {
            return new Answer(new WaitCooldown(cooldown), state);
        }
        Instant changed = state.changedAt();
        Instant stable =
                (changed == null ? now : changed).plus(window(target, question.current(), config));
        if (now.isBefore(stable)) {
            return new Answer(new WaitStability(stable, clamped.isClamped()), state);
        }
        return new Answer(new Apply(target, clamped.isClamped()), state);
    }

    /// A value that was applied, or that the cluster has anyway, needs no apply. One that another
    /// party changed since is corrected, after the cooldown.
    private static boolean isInForce(EnforcementState state, double target, Question question) {
        Double current = question.current();
        if (current != null) return current == target && state.failure() == null;
        Double applied = state.applied();
        return applied != null && applied == target && state.failure() == null;
    }

    private static boolean isStale(Recommendation recommendation, Question question) {
        return recommendation.generation() != question.generation()
                || !question.now()
                        .isBefore(recommendation.observedAt().plus(question.config().staleAfter()))
                || !Double.isFinite(recommendation.value());
    }

    private static Duration window(
            double target, @Nullable Double current, EnforcementConfig config) {
        boolean falls = current != null && target < current;
        return falls ? config.stabilityDown() : config.stabilityUp();
    }

    /// Bounds a value by the maximum, and by the largest step from the current one.
    private static Clamped clamp(Dimension dimension, double value, Question question) {
        EnforcementConfig config = question.config();
        if (!dimension.countsReplicas()) {
            double target = stepped(value, question.current(), config);
            return new Clamped(dimension.rounded(target), false);
        }
        double max = config.replicasMax();
        double whole = Math.ceil(value);
        double bounded = Math.max(1, Math.min(max, whole));
        Double current = question.current();
        if (current != null && current >= 1) {
            double step = Math.max(1, Math.floor(current * config.stepMax()));
            bounded = Math.max(current - step, Math.min(current + step, bounded));
            bounded = Math.max(1, Math.min(max, bounded));
        }
        return new Clamped(bounded, whole > max);
    }

    private static double stepped(
            double value, @Nullable Double current, EnforcementConfig config) {
        if (current == null || current <= 0) return value;
        double step = current * config.stepMax();
        return Math.max(current - step, Math.min(current + step, value));
    }

    /// What is decided. `current` is the value that the cluster has, null if it is unknown.
    public record Question(
            EnforcementSpec spec,
            @Nullable Recommendation recommendation,
            @Nullable Double current,
            long generation,
            EnforcementConfig config,
            Instant now) {}

    /// The decision, and the state after it.
    public record Answer(EnforceDecision decision, EnforcementState state) {}

    private record Clamped(double value, boolean isClamped) {}
}
