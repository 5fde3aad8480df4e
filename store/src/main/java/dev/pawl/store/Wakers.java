package dev.pawl.store;

import dev.pawl.store.FaultPoint.Place;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/// Wakes the callers of groups that were served. Many callers are woken by a virtual thread: among
/// its own kind a wake-up is cheap, and the next group need not wait for a thousand of them.
///
/// A virtual thread that was started may never run: in a full heap there is no memory for the
/// thread that carries it. So a thread that serves groups parks here, and wakes the callers itself
/// if they were not woken in time.
final class Wakers {
    private static final int DIRECTLY_MAX = 8;
    private static final long LATE_NANOS = Duration.ofMillis(50).toNanos();

    private final FaultPoint faults;

    // Guarded by this.
    private final Deque<Waker> started = new ArrayDeque<>();

    Wakers(FaultPoint faults) {
        this.faults = faults;
    }

    /// Wakes all callers of a group, soon.
    void wake(List<? extends Awaited> group) {
        if (group.size() > DIRECTLY_MAX && isStarted(group)) return;
        for (int i = 0; i < group.size(); i++) group.get(i).wake();
    }

    private boolean isStarted(List<? extends Awaited> group) {
        try {
            faults.reached(Place.GROUP_WAKING);
            Waker waker = new Waker(List.copyOf(group));
            synchronized (this) {
                while (!started.isEmpty() && started.getFirst().done) started.removeFirst();
                started.addLast(waker);
            }
            Thread.ofVirtual().name("pawl-store-waker").start(() -> wake(waker));
            return true;
        } catch (Throwable _) {
            // There is no memory for another thread; this one can wake them too.
            return false;
        }
    }

    private void wake(Waker waker) {
        try {
            faults.reached(Place.WAKER_STARTED);
            waker.wake();
        } catch (Throwable _) {
            // It stays among those that were started, and is late.
        }
    }

    /// Parks the calling thread, which serves groups, until it is unparked or, if `nanos` is
    /// positive, for that time; it may return earlier.
    void park(Object blocker, long nanos) {
        if (isIdle()) {
            if (nanos > 0) LockSupport.parkNanos(blocker, nanos);
            else LockSupport.park(blocker);
            return;
        }
        LockSupport.parkNanos(blocker, nanos > 0 ? Math.min(nanos, LATE_NANOS) : LATE_NANOS);
        wakeLate();
    }

    /// Wakes the callers that were not woken yet: no thread parks here any more.
    synchronized void close() {
        for (Waker waker : started) waker.wake();
    }

    private synchronized boolean isIdle() {
        started.removeIf(waker -> waker.done);
        return started.isEmpty();
    }

    private synchronized void wakeLate() {
        long now = System.nanoTime();
        for (Waker waker : started) if (now - waker.began >= LATE_NANOS) waker.wake();
    }

    private static final class Waker {
        private final List<? extends Awaited> group;
        private final long began = System.nanoTime();
        private volatile boolean done;

        Waker(List<? extends Awaited> group) {
            this.group = group;
        }

        void wake() {
            for (int i = 0; i < group.size(); i++) group.get(i).wake();
            done = true;
        }
    }
}
