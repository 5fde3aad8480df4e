package dev.pawl.classes.template;

import org.jspecify.annotations.Nullable;

/// Whether a child is ready, and why not.
public record ReadinessResult(boolean ready, @Nullable String reason, @Nullable String message) {
    public static final ReadinessResult READY = new ReadinessResult(true, null, null);

    public static ReadinessResult notReady(String reason, String message) {
        return new ReadinessResult(false, reason, message);
    }
}
