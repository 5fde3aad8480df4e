package dev.pawl.store;

import dev.pawl.engine.store.StoreException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Something that another thread does, and the thread that waits for it.
abstract class Awaited {
    private final Thread caller = Thread.currentThread();
    private @Nullable StoreException failure;
    private volatile boolean done;

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
