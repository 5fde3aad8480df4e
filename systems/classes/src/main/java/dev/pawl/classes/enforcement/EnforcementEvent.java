package dev.pawl.classes.enforcement;

import dev.pawl.classes.resource.Dimension;

/// A Kubernetes event about an enforcement, sent once per change.
public record EnforcementEvent(
        String reason, String functionKey, Dimension dimension, String message) {
    public static final String APPLIED = "NFRApplied";
    public static final String SKIPPED_COOLDOWN = "NFRSkippedCooldown";
    public static final String SKIPPED_STABILITY = "NFRSkippedStability";
    public static final String CLAMPED_MAX = "NFRClampedMax";
    public static final String APPLY_FAILED = "NFRApplyFailed";
}
