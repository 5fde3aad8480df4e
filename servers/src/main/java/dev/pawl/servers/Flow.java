package dev.pawl.servers;

import java.time.Duration;

/// Decides when received bytes may be delivered.
final class Flow {
    /// Guarded by this.
    private boolean held;

    /// Guarded by this.
    private long delay;

    synchronized void hold(boolean held) {
        this.held = held;
        notifyAll();
    }

    synchronized void delay(Duration delay) {
        this.delay = delay.toNanos();
        notifyAll();
    }

    /// Returns when bytes that arrived at `came`, in nano time, may be delivered.
    synchronized void await(long came) throws InterruptedException {
        while (true) {
            long left = delay - (System.nanoTime() - came);
            if (held) {
                wait();
            } else if (left > 0) {
                wait(left / 1_000_000, (int) (left % 1_000_000));
            } else {
                return;
            }
        }
    }
}
