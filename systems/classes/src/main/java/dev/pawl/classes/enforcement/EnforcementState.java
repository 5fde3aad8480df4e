package dev.pawl.classes.enforcement;

import dev.pawl.classes.resource.Dimension;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What is remembered about the enforcement of one function and dimension. It survives restarts.
///
/// `target` is the last clamped value, `changedAt` when it changed; `announced` names the last
/// event, so that each is sent once per change.
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
    public EnforcementState reset() {
        return new EnforcementState(
                functionKey, dimension, null, null, cooldownUntil, applied, null, announced);
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
