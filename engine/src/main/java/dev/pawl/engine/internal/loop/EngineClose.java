package dev.pawl.engine.internal.loop;

import dev.pawl.engine.Host;
import dev.pawl.engine.Refused;
import dev.pawl.engine.internal.kernel.RunLock;
import dev.pawl.run.RunId;
import org.jspecify.annotations.Nullable;

/// Closes an engine once: a second caller waits for the first, and a body that would wait for
/// itself is refused.
public final class EngineClose {
    private final Host host;
    private final BodyThreads bodies;
    private final RunLock lock = new RunLock();
    private volatile @Nullable Thread closer;
    // Of the holder of the lock.
    private boolean done;

    public EngineClose(Host host, BodyThreads bodies) {
        this.host = host;
        this.bodies = bodies;
    }

    /// Throws if this thread executes a run, so that closing would wait for itself.
    public void requireAllowed() {
        RunId body = bodies.present();
        if (body != null) throw Refused.WaitsForItself.closing(body);
    }

    /// Calls `stop` unless a caller has before, and returns when it has returned.
    public void once(Runnable stop) {
        requireAllowed();
        // A listener that is notified while the engine closes need not wait for that.
        if (Thread.currentThread().equals(closer)) return;
        lock.take(host);
        try {
            if (done) return;
            done = true;
            closer = Thread.currentThread();
            stop.run();
        } finally {
            closer = null;
            lock.give(host);
        }
    }
}
