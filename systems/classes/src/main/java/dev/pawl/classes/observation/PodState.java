package dev.pawl.classes.observation;

import org.jspecify.annotations.Nullable;

/// One pod as it was seen; `app` is the name of the child that it belongs to.
public record PodState(String name, String app, int restarts, @Nullable Problem problem) {
    /// What keeps a pod from running.
    public record Problem(Cause cause, String message) {}

    /// Causes that waiting does not cure.
    public enum Cause {
        CRASH_LOOP,
        IMAGE_PULL,
        UNSCHEDULABLE
    }
}
