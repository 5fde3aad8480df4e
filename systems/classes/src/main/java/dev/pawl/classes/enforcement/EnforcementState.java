package dev.pawl.classes.enforcement;

import dev.pawl.classes.resource.Dimension;
import dev.pawl.classes.resource.NfrStatus;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What is remembered about the enforcement of one function and dimension. It survives restarts.
///
/// `target` is the last clamped value, null if there is none, `changedAt` when it changed;
/// `announced` names the last event, so that each is sent once per change.
public record EnforcementState(
        String functionKey,
        Dimension dimension,
        @Nullable Double target,
        @Nullable Instant changedAt,
        @Nullable Instant cooldownUntil,
        @Nullable Double applied,
        @Nullable Failure failure,
        @Nullable String announced) {
    /// Returns the state before the first recommendation.
    public static EnforcementState initial(String functionKey, Dimension dimension) {
        return new EnforcementState(functionKey, dimension, null, null, null, null, null, null);
    }

    /// Returns this state with a new target, which must be stable from now on.
    EnforcementState aimingAt(double value, Instant now) {
        return new EnforcementState(
                functionKey, dimension, value, now, cooldownUntil, applied, null, announced);
    }

    /// Returns this state without a target and without a failure; what was applied stays in force.
    /// `changedAt` is then when the target was dropped.
    public EnforcementState reset(Instant now) {
        if (target == null && failure == null) return this;
        return new EnforcementState(
                functionKey, dimension, null, now, cooldownUntil, applied, null, announced);
    }

    /// Returns the later of this state and of what a status says about the same enforcement:
    /// another manager may have changed the target, or applied one, since.
    public EnforcementState laterOf(NfrStatus.Enforcement recorded) {
        boolean isTargetNewer = isLater(recorded.changedAt(), changedAt);
        boolean isValueNewer = isLater(recorded.cooldownUntil(), cooldownUntil);
        if (!isTargetNewer && !isValueNewer) return this;
        EnforcementState other = of(recorded);
        EnforcementState aim = isTargetNewer ? other : this;
        EnforcementState value = isValueNewer ? other : this;
        return new EnforcementState(
                functionKey,
                dimension,
                aim.target,
                aim.changedAt,
                value.cooldownUntil,
                value.applied,
                other.failure,
                other.announced);
    }

    /// Returns the state that a status says.
    public static EnforcementState of(NfrStatus.Enforcement recorded) {
        NfrStatus.Failure open = recorded.failure();
        return new EnforcementState(
                recorded.functionKey(),
                recorded.dimension(),
                recorded.target(),
                recorded.changedAt(),
                recorded.cooldownUntil(),
                recorded.applied(),
                open == null
                        ? null
                        : new Failure(
                                open.reason(), open.message(), open.attempts(), open.retryAt()),
                recorded.announced());
    }

    /// Returns this state as a status says it.
    public NfrStatus.Enforcement record() {
        return new NfrStatus.Enforcement(
                functionKey,
                dimension,
                target,
                changedAt,
                cooldownUntil,
                applied,
                failure == null
                        ? null
                        : new NfrStatus.Failure(
                                failure.reason(),
                                failure.message(),
                                failure.attempts(),
                                failure.retryAt()),
                announced);
    }

    private static boolean isLater(@Nullable Instant one, @Nullable Instant other) {
        return one != null && (other == null || one.isAfter(other));
    }

    /// Returns this state after an event was sent.
    public EnforcementState announcing(String event) {
        return new EnforcementState(
                functionKey, dimension, target, changedAt, cooldownUntil, applied, failure, event);
    }

    /// Returns this state after a confirmed success: the cooldown starts now.
    public EnforcementState succeeded(double value, Instant now, Duration cooldown) {
        return new EnforcementState(
                functionKey,
                dimension,
                target,
                changedAt,
                now.plus(cooldown),
                value,
                null,
                announced);
    }

    /// Returns this state after a failure: no cooldown starts, and the next attempt waits.
    public EnforcementState failed(EnforcementError error, Instant now, Duration wait) {
        int attempts = failure == null ? 1 : failure.attempts() + 1;
        Failure latest = new Failure(error.reason(), error.message(), attempts, now.plus(wait));
        return new EnforcementState(
                functionKey,
                dimension,
                target,
                changedAt,
                cooldownUntil,
                applied,
                latest,
                announced);
    }

    /// Returns how many attempts failed in a row.
    public int failures() {
        return failure == null ? 0 : failure.attempts();
    }

    /// An open failure.
    public record Failure(String reason, String message, int attempts, Instant retryAt) {}
}
