package dev.pawl.engine.internal.kernel;

import dev.pawl.engine.Host;
import dev.pawl.engine.Refused;
import dev.pawl.engine.Signal;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
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
///
/// Messages can be held back while the lock is free, for a holder that is expected soon. The first
/// of them takes the lock when that time is over, and the others follow it, so none waits for a
/// holder that never comes.
public final class RunLock {
    private final Deque<Waiter> waiting = new ArrayDeque<>(0);
    private boolean taken;

    /// The thread that holds the lock, if it is known; only that thread compares itself with it.
    private volatile @Nullable Thread holder;

    /// How many callers wait; the holder reads it without the monitor.
    private volatile int count;

    public void take(Host host) {
        Waiter waiter = enter(null);
        if (waiter != null) host.awaitRaised(waiter.called);
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
        Waiter waiter = enter(input);
        return waiter == null ? hold() : isHolder(host, input, waiter);
    }

    /// Gives the lock back and waits for it again, as the first of the messages that are held back
    /// until then; returns whether the caller holds the lock.
    public boolean retake(Host host, WaitingInput input, Instant until) {
        Waiter waiter = new Waiter(input);
        waiter.until = until;
        Waiter next;
        synchronized (this) {
            holder = null;
            next = removeFirstHolder();
            taken = next != null;
            waiting.addFirst(waiter);
            count = waiting.size();
        }
        if (next != null) host.raise(next.called);
        return isHolder(host, input, waiter);
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
            WaitingInput input = first == null ? null : first.input;
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
            taken = next != null;
            if (next != null) next.holds = true;
            count = waiting.size();
        }
        if (next != null) host.raise(next.called);
    }

    /// Gives the lock to the first waiter that is no message. If there is none, the messages are
    /// held back until then; but if the first of them was held back before, it gets the lock.
    public void give(Host host, Instant until) {
        Waiter first;
        synchronized (this) {
            first = waiting.peek();
            if (first != null && first.isHeldBackFirst()) {
                // It is called to wait for that time, unless another gets the lock.
                first.until = until;
                holder = null;
                Waiter next = removeFirstHolder();
                taken = next != null;
                count = waiting.size();
                if (next != null) first = next;
            } else {
                first = null;
            }
        }
        if (first == null) give(host);
        else host.raise(first.called);
    }

    /// Takes the lock if it is free, or returns the waiter for it. A message does not overtake
    /// those that are held back.
    private synchronized @Nullable Waiter enter(@Nullable WaitingInput input) {
        Waiter waiter = new Waiter(input);
        if (!taken && (waiting.isEmpty() || !waiter.isMessage())) {
            taken = true;
            return null;
        }
        if (Thread.currentThread().equals(holder)) throw Refused.WaitsForItself.changing();
        waiting.add(waiter);
        count++;
        return waiter;
    }

    /// Removes the first waiter that is no message, which becomes the holder.
    private @Nullable Waiter removeFirstHolder() {
        for (Iterator<Waiter> all = waiting.iterator(); all.hasNext(); ) {
            Waiter waiter = all.next();
            if (waiter.isMessage()) continue;
            all.remove();
            waiter.holds = true;
            return waiter;
        }
        return null;
    }

    private boolean isHolder(Host host, WaitingInput input, Waiter waiter) {
        boolean interrupted = false;
        try {
            while (true) {
                boolean called = false;
                try {
                    called = host.await(waiter.called, waiter.until);
                } catch (InterruptedException _) {
                    // It ends only the time for which a message is held back, and is kept for the
                    // body that called the engine.
                    interrupted = true;
                }
                if (holds(waiter, called)) return hold();
                if (input.isSettled()) return false;
            }
        } finally {
            if (interrupted) host.keepInterrupt();
        }
    }

    private boolean hold() {
        holder = Thread.currentThread();
        return true;
    }

    /// Returns whether the waiter holds the lock: it got it, or takes it because its time is over.
    private synchronized boolean holds(Waiter waiter, boolean called) {
        if (waiter.holds || called) return waiter.holds;
        waiter.until = Instant.MAX;
        if (taken || waiting.peek() != waiter) return false;
        waiting.remove();
        count--;
        taken = true;
        return true;
    }

    /// A caller that waits, with its input if the holder may decide it.
    public static final class Waiter {
        private final Signal called = new Signal();
        private final @Nullable WaitingInput input;

        // Guarded by the lock's monitor.
        private boolean holds;

        /// When it takes the lock if that is free.
        private volatile Instant until = Instant.MAX;

        private Waiter(@Nullable WaitingInput input) {
            this.input = input;
        }

        public Signal called() {
            return called;
        }

        public @Nullable WaitingInput input() {
            return input;
        }

        /// Returns whether it is a message that is held back for the first time.
        private boolean isHeldBackFirst() {
            return input != null && input.isMessage() && input.holdBack();
        }

        private boolean isMessage() {
            return input != null && input.isMessage();
        }
    }
}
