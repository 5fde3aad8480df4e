package dev.pawl.engine;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// A fair lock that may be held across a commit: it waits through the host, so that a simulation
/// sees it, and it hands over in order of arrival.
///
/// A message may wait in the line itself. The holder can then decide it together with its own
/// input, and its caller gets the answer without ever holding the turn.
final class Turn {
    private final Deque<Waiter> waiting = new ArrayDeque<>(0);
    private boolean taken;

    void take(Host host) {
        Signal called = enter(null);
        if (called != null) host.awaitRaised(called);
    }

    /// Waits for the turn, or for another holder that settles the input; returns whether the caller
    /// holds the turn.
    boolean take(Host host, WaitingInput input) {
        Signal called = enter(input);
        if (called == null) return true;
        host.awaitRaised(called);
        return !input.isSettled();
    }

    /// Returns the message that is first in the line, which leaves the line, if it may join a
    /// batch: for the holder of the turn, who settles it and then raises its signal.
    synchronized @Nullable Waiter join(InputBatch batch) {
        Waiter first = waiting.peek();
        WaitingInput input = first == null ? null : first.input();
        if (input == null || !input.isMessage() || !batch.accepts(input)) return null;
        return waiting.remove();
    }

    void give(Host host) {
        Waiter next;
        synchronized (this) {
            next = waiting.poll();
            if (next == null) taken = false;
        }
        if (next != null) host.raise(next.called());
    }

    /// Takes a turn that is free, or returns the signal to wait for.
    private synchronized @Nullable Signal enter(@Nullable WaitingInput input) {
        if (!taken) {
            taken = true;
            return null;
        }
        Signal called = new Signal();
        waiting.add(new Waiter(called, input));
        return called;
    }

    /// A place in the line.
    record Waiter(Signal called, @Nullable WaitingInput input) {}
}
