package dev.pawl.classes.cluster.simulated;

import dev.pawl.classes.cluster.ClusterException;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.cluster.Selection;
import dev.pawl.classes.cluster.Watch;
import dev.pawl.classes.cluster.WatchListener;
import dev.pawl.engine.Host;
import dev.pawl.engine.Signal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// One watch: the events that are on their way to a client, and the client's task that hands them
/// to its listener.
final class WatchStream implements Watch {
    /// A client that is further behind must list again.
    private static final int EVENTS_MAX = 100_000;

    private final Host host;
    private final ResourceKind kind;
    private final Selection selection;
    private final WatchListener listener;
    private final Signal signal = new Signal();
    private final Deque<Delivery> queue = new ArrayDeque<>();
    private @Nullable ClusterException end;
    private boolean isClosed;

    WatchStream(Host host, ResourceKind kind, Selection selection, WatchListener listener) {
        this.host = host;
        this.kind = kind;
        this.selection = selection;
        this.listener = listener;
    }

    void start() {
        host.start("watch " + kind, this::run);
    }

    Selection selection() {
        return selection;
    }

    boolean watches(ResourceKind changed) {
        return kind.equals(changed);
    }

    synchronized boolean isOver() {
        return isClosed || end != null;
    }

    /// Adds an event; the caller calls [#wake()] when it holds no lock.
    synchronized void add(WatchListener.Type type, ResourceManifest object, Duration delay) {
        if (queue.size() >= EVENTS_MAX) {
            end = new ClusterException.Expired("the watch of " + kind + " is too slow");
            return;
        }
        queue.add(new Delivery(type, object, delay));
    }

    /// Ends the stream after the events that are on their way.
    synchronized void end(ClusterException reason) {
        if (end == null) end = reason;
    }

    void wake() {
        host.raise(signal);
    }

    @Override
    public void close() {
        synchronized (this) {
            isClosed = true;
        }
        wake();
    }

    private void run() {
        while (true) {
            Delivery next;
            ClusterException reason;
            synchronized (this) {
                if (isClosed) return;
                next = queue.poll();
                reason = end;
            }
            if (next != null) {
                deliver(next);
            } else if (reason != null) {
                listener.closed(reason);
                return;
            } else {
                host.awaitRaised(signal);
            }
        }
    }

    private void deliver(Delivery delivery) {
        Pauses.take(host, delivery.delay());
        synchronized (this) {
            if (isClosed) return;
        }
        listener.changed(delivery.type(), delivery.object());
    }

    private record Delivery(WatchListener.Type type, ResourceManifest object, Duration delay) {}

    /// Waits on a host.
    static final class Pauses {
        private Pauses() {}

        static void take(Host host, Duration time) {
            if (time.isZero()) return;
            Instant end = host.now().plus(time);
            try {
                host.await(new Signal(), end);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
