package dev.pawl.store.threads;

import dev.pawl.engine.store.StoreException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A commit that another thread makes durable, and the caller that waits for it.
public abstract class CommitJob {
    private final Thread caller = Thread.currentThread();
    private @Nullable StoreException failure;
    private volatile boolean done;

    /// Records the outcome; callers are woken separately, when all jobs of a group have one.
    public void finish(@Nullable StoreException how) {
        failure = how;
        done = true;
    }

    public boolean isAnswered() {
        return done;
    }

    public void wake() {
        LockSupport.unpark(caller);
    }

    /// Waits for the outcome, even when interrupted: the commit may be durable already.
    public void await() {
        boolean interrupted = false;
        while (!done) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) Thread.currentThread().interrupt();
    }

    /// Throws the failure, if there was one, with the stack trace of the caller.
    public void answer() {
        StoreException how = failure;
        if (how == null) return;
        Throwable cause = how.getCause() == null ? how : how.getCause();
        throw new StoreException(how.kind(), String.valueOf(how.getMessage()), cause);
    }
}
