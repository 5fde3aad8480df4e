package dev.pawl.orchestrator;

import dev.pawl.engine.Host;
import dev.pawl.engine.Signal;
import dev.pawl.run.RunId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The sessions that are open in this process, at most one for each run.
///
/// A session lives from turn to turn of its run. A run that leaves RUNNING while no body of it
/// executes leaves its session behind: [#abandon] closes it, and the next one of that run waits for
/// that. So there is one reader of a source at any time.
final class Sessions {
    private final Host host;
    private final Map<RunId, Session<?, ?>> open = new HashMap<>();
    private final Map<RunId, Signal> closing = new HashMap<>();

    Sessions(Host host) {
        this.host = host;
    }

    synchronized @Nullable Session<?, ?> find(RunId run) {
        return open.get(run);
    }

    /// Keeps a session that was opened for a run which has none.
    synchronized void keep(RunId run, Session<?, ?> session) {
        Session<?, ?> other = open.put(run, session);
        if (other != null) throw new IllegalStateException("run %s had one".formatted(run));
    }

    /// Waits until a session that was abandoned is closed.
    void awaitClosed(RunId run) {
        Signal closed;
        synchronized (this) {
            closed = closing.get(run);
        }
        if (closed == null) return;
        host.awaitRaised(closed);
        host.raise(closed);
    }

    /// Closes the session of a run, if it has one.
    void close(RunId run) {
        Session<?, ?> session;
        synchronized (this) {
            session = open.remove(run);
        }
        if (session != null) shut(session);
    }

    /// Closes the session of a run whose body executes no more, on another task.
    void abandon(RunId run) {
        Signal closed = new Signal();
        Session<?, ?> session;
        synchronized (this) {
            session = open.remove(run);
            if (session == null) return;
            closing.put(run, closed);
        }
        host.start(
                "close session of " + run,
                () -> {
                    shut(session);
                    synchronized (this) {
                        closing.remove(run, closed);
                    }
                    host.raise(closed);
                });
    }

    /// Closes all of them: the engine is closed, and no body executes.
    void closeAll() {
        List<Session<?, ?>> left;
        synchronized (this) {
            left = List.copyOf(open.values());
            open.clear();
        }
        left.forEach(Sessions::shut);
    }

    private static void shut(Session<?, ?> session) {
        try {
            session.close();
        } catch (Exception _) {
            // A reading that does not close well has been read all the same.
        }
    }
}
