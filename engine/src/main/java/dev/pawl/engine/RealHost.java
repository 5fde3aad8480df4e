package dev.pawl.engine;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;

/// The machine as it is: the wall clock, virtual threads, and their parking.
public final class RealHost implements Host {
    // A wait is cut into pieces so that a wall clock that jumps ahead is noticed.
    private static final Duration PIECE = Duration.ofSeconds(30);

    @Override
    public Instant now() {
        return Instant.now();
    }

    @Override
    public String where() {
        return hostName() + "-" + ProcessHandle.current().pid();
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException _) {
            return "localhost";
        }
    }

    @Override
    public RandomGenerator random() {
        return ThreadLocalRandom.current();
    }

    @Override
    public Task start(String name, Runnable body) {
        Thread thread = Thread.ofVirtual().name(name).start(body);
        return thread::interrupt;
    }

    @Override
    public boolean await(Signal signal, Instant until) throws InterruptedException {
        Deadline deadline = new Deadline(until, now(), System.nanoTime());
        signal.waiter(Thread.currentThread());
        try {
            while (!signal.isRaised()) {
                if (Thread.interrupted()) throw new InterruptedException();
                if (until.equals(Instant.MAX)) {
                    LockSupport.park(signal);
                } else {
                    Duration left = deadline.left(now(), System.nanoTime());
                    if (!left.isPositive()) return false;
                    LockSupport.parkNanos(signal, min(left, PIECE).toNanos());
                }
            }
            signal.set(false);
            return true;
        } finally {
            signal.waiter(null);
        }
    }

    @Override
    public void raise(Signal signal) {
        signal.set(true);
        LockSupport.unpark(signal.waiter());
    }

    private static Duration min(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    /// When a wait ends: at an instant of the wall clock, or earlier, when `longest` has passed
    /// since the reading `start` of the monotonic clock.
    record Deadline(Instant until, Duration longest, long start) {
        Deadline(Instant until, Instant now, long nanoTime) {
            this(until, Duration.between(now, until), nanoTime);
        }

        /// Returns how much of the wait is left; zero or less if it is over.
        Duration left(Instant now, long nanoTime) {
            return min(Duration.between(now, until), longest.minusNanos(nanoTime - start));
        }
    }
}
