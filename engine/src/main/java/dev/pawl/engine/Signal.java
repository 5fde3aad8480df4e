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

    /// Puts the flag up or down, without waking anybody: that is the host's business.
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
