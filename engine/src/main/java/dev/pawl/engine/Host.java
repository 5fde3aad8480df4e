package dev.pawl.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;

/// What the engine asks of the machine it runs on: time, waiting, threads and randomness.
///
/// Nothing else in the engine is non-deterministic, so a simulated host runs the whole engine in
/// virtual time under one seed. All methods may be called from any task of the host.
public interface Host {

    /// Returns the present time. It may jump, also backwards: a wall clock does.
    Instant now();

    /// Returns a name for this machine and process, to distinguish nodes.
    default String where() {
        return "here";
    }

    /// Returns the source of all randomness (jitter).
    RandomGenerator random();

    /// Runs `body` on a task of its own.
    Task start(String name, Runnable body);

    /// Waits until `signal` is raised or `until` has come; returns whether it was raised, and
    /// lowers it. A signal has at most one waiter at a time.
    ///
    /// A clock that jumps ahead ends the wait, and one that jumps back does not prolong it: the
    /// wait lasts at most as long as `until` was ahead when it started. So it may end before
    /// [#now()] reaches `until`, and a caller for whom the instant matters checks the clock and
    /// waits again.
    boolean await(Signal signal, Instant until) throws InterruptedException;

    /// Waits like [#await], however often the task is interrupted: for the engine's own waits. An
    /// interruption is kept for the body that called the engine, which sees it when the call has
    /// returned.
    default boolean awaitUninterruptibly(Signal signal, Instant until) {
        boolean interrupted = false;
        Instant end = until;
        try {
            while (true) {
                Instant start = now();
                try {
                    return await(signal, end);
                } catch (InterruptedException _) {
                    interrupted = true;
                    Instant now = now();
                    // A clock that was set back must not prolong the rest of the wait.
                    if (now.isBefore(start)) end = now.plus(Duration.between(start, end));
                }
            }
        } finally {
            if (interrupted) keepInterrupt();
        }
    }

    /// Waits until `signal` is raised, however long that takes and however often the task is
    /// interrupted; an interruption is kept.
    default void awaitRaised(Signal signal) {
        boolean raised = false;
        while (!raised) raised = awaitUninterruptibly(signal, Instant.MAX);
    }

    /// Interrupts the calling task again after a wait that an interruption did not end.
    default void keepInterrupt() {
        Thread.currentThread().interrupt();
    }

    /// Clears a pending interruption of the calling task: the body that it was meant for is over.
    default void clearInterrupt() {
        boolean forgotten = Thread.interrupted();
        assert forgotten || !Thread.currentThread().isInterrupted();
    }

    /// Raises `signal` and wakes its waiter; raising a raised signal changes nothing.
    void raise(Signal signal);

    /// A task that was started.
    interface Task {

        /// Asks the task to stop what it waits for; it sees an `InterruptedException`.
        void interrupt();
    }
}
