package dev.pawl.engine;

import dev.pawl.run.RunId;
import org.jspecify.annotations.Nullable;

/// Closes an engine once: a second caller waits for the first, and a body that would wait for
/// itself is refused.
final class Closing {
    private final Host host;
    private final BodyThreads bodies;
    private final Turn turn = new Turn();
    private volatile @Nullable Thread closer;
    // Of the holder of the turn.
    private boolean done;

    Closing(Host host, BodyThreads bodies) {
        this.host = host;
        this.bodies = bodies;
    }

    /// Throws if this thread executes a run, so that closing would wait for itself.
    void requireAllowed() {
        RunId body = bodies.present();
        if (body != null) throw Refused.WaitsForItself.closing(body);
    }

    /// Calls `stop` unless a caller has before, and returns when it has returned.
    void once(Runnable stop) {
        requireAllowed();
        // A listener that is notified while the engine closes need not wait for that.
        if (Thread.currentThread().equals(closer)) return;
        turn.take(host);
        try {
            if (done) return;
            done = true;
            closer = Thread.currentThread();
            stop.run();
        } finally {
            closer = null;
            turn.give(host);
        }
    }
}
