package dev.pawl.engine;

import java.util.ArrayDeque;
import java.util.Deque;

/// A fair lock that may be held across a commit: it waits through the host, so that a simulation
/// sees it, and it hands over in order of arrival.
final class Turn {
    private final Deque<Signal> waiting = new ArrayDeque<>(0);
    private boolean taken;

    void take(Host host) {
        Signal mine;
        synchronized (this) {
            if (!taken) {
                taken = true;
                return;
            }
            mine = new Signal();
            waiting.add(mine);
        }
        host.awaitRaised(mine);
    }

    void give(Host host) {
        Signal next;
        synchronized (this) {
            next = waiting.poll();
            if (next == null) taken = false;
        }
        if (next != null) host.raise(next);
    }
}
