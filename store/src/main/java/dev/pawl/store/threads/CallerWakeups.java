package dev.pawl.store.threads;

import dev.pawl.store.threads.FaultPoint.Place;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Wakes the callers of committed groups. For many callers a virtual thread does it: it wakes other
/// virtual threads cheaply, and the next group need not wait for a thousand wake-ups.
///
/// A virtual thread that was started may never run: with a full heap there is no memory for its
/// carrier thread. So the thread that commits groups parks here, and wakes the callers itself if
/// they were not woken in time. It needs no memory for that: with a full heap an iterator or a
/// lambda would end it.
public final class CallerWakeups {
    private static final int DIRECTLY_MAX = 8;
    private static final long LATE_NANOS = Duration.ofMillis(50).toNanos();

    private final FaultPoint faults;

    // Guarded by this: the wakers that were started, oldest first.
    private @Nullable Waker oldest;
    private @Nullable Waker newest;

    public CallerWakeups(FaultPoint faults) {
        this.faults = faults;
    }

    /// Wakes all callers of a group, at once or soon.
    public void wake(List<? extends CommitJob> group) {
        if (group.size() > DIRECTLY_MAX && isStarted(group)) return;
        for (int i = 0; i < group.size(); i++) group.get(i).wake();
    }

    private boolean isStarted(List<? extends CommitJob> group) {
        try {
            faults.reached(Place.GROUP_WAKING);
            Waker waker = new Waker(List.copyOf(group));
            add(waker);
            Thread.ofVirtual().name("pawl-store-waker").start(() -> wake(waker));
            return true;
        } catch (Throwable _) {
            // There is no memory for another thread; this one wakes them.
            return false;
        }
    }

    private synchronized void add(Waker waker) {
        forgetDone();
        if (newest == null) oldest = waker;
        else newest.later = waker;
        newest = waker;
    }

    private void wake(Waker waker) {
        try {
            faults.reached(Place.WAKER_STARTED);
            waker.wake();
        } catch (Throwable _) {
            // It stays in the list, and the parked thread wakes its callers late.
        }
    }

    /// Parks the calling thread, which commits groups, until it is unparked or, if `nanos` is
    /// positive, for that time; it may return earlier.
    public void park(Object blocker, long nanos) {
        if (isIdle()) {
            if (nanos > 0) LockSupport.parkNanos(blocker, nanos);
            else LockSupport.park(blocker);
            return;
        }
        LockSupport.parkNanos(blocker, nanos > 0 ? Math.min(nanos, LATE_NANOS) : LATE_NANOS);
        wakeLate();
    }

    /// Wakes the callers that were not woken yet: from now on no thread parks here.
    public synchronized void close() {
        for (Waker waker = oldest; waker != null; waker = waker.later) waker.wake();
    }

    private synchronized boolean isIdle() {
        forgetDone();
        return oldest == null;
    }

    private synchronized void wakeLate() {
        long now = System.nanoTime();
        for (Waker waker = oldest; waker != null; waker = waker.later) {
            if (now - waker.started >= LATE_NANOS) waker.wake();
        }
    }

    /// One that is done behind one that is not stays until then.
    private void forgetDone() {
        while (oldest != null && oldest.done) oldest = oldest.later;
        if (oldest == null) newest = null;
    }

    private static final class Waker {
        private final List<? extends CommitJob> group;
        private final long started = System.nanoTime();
        private volatile boolean done;
        private @Nullable Waker later;

        Waker(List<? extends CommitJob> group) {
            this.group = group;
        }

        void wake() {
            for (int i = 0; i < group.size(); i++) group.get(i).wake();
            done = true;
        }
    }
}
