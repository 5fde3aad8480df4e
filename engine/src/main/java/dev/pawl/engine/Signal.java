package dev.pawl.engine;

import org.jspecify.annotations.Nullable;

/// A flag that one task waits for and any other raises; only a [Host] reads or changes it.
public final class Signal {
    private volatile boolean raised;
    private volatile @Nullable Thread waiter;

    /// Returns whether the signal is up.
    public boolean isRaised() {
        return raised;
    }

    /// Raises or lowers the flag without waking the waiting task, which the host does.
    public void set(boolean up) {
        raised = up;
    }

    @Nullable Thread waiter() {
        return waiter;
    }

    void waiter(@Nullable Thread thread) {
        waiter = thread;
    }
}
