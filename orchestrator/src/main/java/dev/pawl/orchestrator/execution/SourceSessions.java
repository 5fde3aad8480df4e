package dev.pawl.orchestrator.execution;

import dev.pawl.engine.Host;
import dev.pawl.engine.Signal;
import dev.pawl.run.RunId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The sessions that are open in this process, at most one for each run.
///
/// A session stays open from one execution of its run to the next. A run that leaves RUNNING while
/// no body of it executes leaves its session behind: [#abandon] closes it, and the next session of
/// that run waits until it is closed. So a source has one reader at any time.
public final class SourceSessions {
    private final Host host;
    private final Map<RunId, SourceSession<?, ?>> open = new HashMap<>();
    private final Map<RunId, Signal> closing = new HashMap<>();

    public SourceSessions(Host host) {
        this.host = host;
    }

    synchronized @Nullable SourceSession<?, ?> find(RunId run) {
        return open.get(run);
    }

    /// Adds the session of a run that has none.
    synchronized void keep(RunId run, SourceSession<?, ?> session) {
        SourceSession<?, ?> other = open.put(run, session);
        if (other != null) {
            throw new IllegalStateException(
                    "expected no open session of run %s, found one".formatted(run));
        }
    }

    /// Waits until the abandoned session of a run is closed.
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
        SourceSession<?, ?> session;
        synchronized (this) {
            session = open.remove(run);
        }
        if (session != null) shut(session);
    }

    /// Closes the session of a run of which no body executes, on another task.
    public void abandon(RunId run) {
        Signal closed = new Signal();
        SourceSession<?, ?> session;
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

    /// Closes all sessions; the engine must be closed, so that no body executes.
    public void closeAll() {
        List<SourceSession<?, ?>> left;
        synchronized (this) {
            left = List.copyOf(open.values());
            open.clear();
        }
        left.forEach(SourceSessions::shut);
    }

    private static void shut(SourceSession<?, ?> session) {
        try {
            session.close();
        } catch (Exception _) {
            // What was read is complete; a failure to close does not change it.
        }
    }
}
