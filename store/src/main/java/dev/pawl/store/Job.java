package dev.pawl.store;

import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.Writing;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A commit that is to become durable, with the SQL of steps that goes along, and the thread that
/// waits for it.
final class Job {
    final EncodedCommit commit;
    final List<Writing> writings;

    /// The job that arrived before this one, while it is in the list of arrivals.
    @Nullable Job earlier;

    private final Thread caller = Thread.currentThread();
    private @Nullable StoreException failure;
    private volatile boolean done;

    Job(EncodedCommit commit, List<Writing> writings) {
        this.commit = commit;
        this.writings = writings;
    }

    /// Records the answer; the caller is woken separately, when all answers of a group are there.
    void finish(@Nullable StoreException how) {
        failure = how;
        done = true;
    }

    void wake() {
        LockSupport.unpark(caller);
    }

    /// Waits for the answer without giving in to an interrupt: the commit may be durable already.
    void await() {
        boolean interrupted = false;
        while (!done) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) Thread.currentThread().interrupt();
    }

    /// Throws what went wrong, with the stack of the caller.
    void answer() {
        StoreException how = failure;
        if (how == null) return;
        Throwable cause = how.getCause() == null ? how : how.getCause();
        throw new StoreException(how.kind(), String.valueOf(how.getMessage()), cause);
    }
}
