package dev.pawl.engine.internal.kernel;

import dev.pawl.engine.Host;
import dev.pawl.engine.Refused;
import dev.pawl.engine.Signal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A fair lock that may be held across a commit: it waits through the host, so that a simulation
/// controls it, and it serves callers in order of arrival.
///
/// A caller may wait together with its input. The holder can then decide that input with its own,
/// and the caller gets the answer without ever holding the lock.
///
/// A thread that holds the lock and wants it again would wait forever: it is refused. That is a
/// listener that changes the run that it is notified of.
public final class RunLock {
    private final Deque<Waiter> waiting = new ArrayDeque<>(0);
    private boolean taken;

    /// The thread that holds the lock, if it is known; only that thread compares itself with it.
    private volatile @Nullable Thread holder;

    /// How many callers wait; the holder reads it without the monitor.
    private volatile int count;

    public void take(Host host) {
        Signal called = enter(null);
        if (called != null) host.awaitRaised(called);
        holder = Thread.currentThread();
    }

    /// Lets any thread continue as the holder.
    public void handOver() {
        holder = null;
    }

    /// Continues as the holder.
    public void takeOver() {
        holder = Thread.currentThread();
    }

    /// Waits for the lock, or for a holder that settles the input; returns whether the caller holds
    /// the lock.
    public boolean take(Host host, WaitingInput input) {
        Signal called = enter(input);
        if (called != null) host.awaitRaised(called);
        if (input.isSettled()) return false;
        holder = Thread.currentThread();
        return true;
    }

    /// Does work while the caller holds the lock.
    public void exclusively(Host host, Runnable work) {
        take(host);
        try {
            work.run();
        } finally {
            give(host);
        }
    }

    /// Returns whether a caller waits. For the holder: it needs no monitor.
    public boolean isAwaited() {
        return count > 0;
    }

    /// Removes the first waiter if `accepts` takes its input. For the holder, which settles the
    /// input and then raises the waiter's signal.
    public @Nullable Waiter removeFirst(Predicate<WaitingInput> accepts) {
        synchronized (this) {
            Waiter first = waiting.peek();
            WaitingInput input = first == null ? null : first.input();
            if (input == null || !accepts.test(input)) return null;
            count--;
            return waiting.remove();
        }
    }

    public void give(Host host) {
        Waiter next;
        synchronized (this) {
            holder = null;
            next = waiting.poll();
            if (next == null) taken = false;
            else count--;
        }
        if (next != null) host.raise(next.called());
    }

    /// Takes the lock if it is free, or returns the signal to wait for.
    private synchronized @Nullable Signal enter(@Nullable WaitingInput input) {
        if (!taken) {
            taken = true;
            return null;
        }
        if (Thread.currentThread().equals(holder)) throw Refused.WaitsForItself.changing();
        Signal called = new Signal();
        waiting.add(new Waiter(called, input));
        count++;
        return called;
    }

    /// A caller that waits, with its input if the holder may decide it.
    public record Waiter(Signal called, @Nullable WaitingInput input) {}
}
