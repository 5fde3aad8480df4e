package dev.pawl.classes.enforcement;

import java.time.Instant;

/// What is done with a recommendation now.
public sealed interface EnforceDecision {
    /// The value is applied. `clamped` says that the recommendation was beyond the maximum.
    record Apply(double target, boolean clamped) implements EnforceDecision {}

    /// The target changed, or is not stable for long enough.
    record WaitStability(Instant until, boolean clamped) implements EnforceDecision {}

    /// A value was applied, or an attempt failed, not long ago.
    record WaitCooldown(Instant until) implements EnforceDecision {}

    /// The mode is not `enforce`, or nothing is recommended.
    record SkipMode() implements EnforceDecision {}

    /// The target is dropped, because its recommendation is stale, or its dimension or mode gone.
    record ResetTarget() implements EnforceDecision {}

    /// The value is in force already.
    record InForce() implements EnforceDecision {}
}
