package dev.pawl.engine.internal.kernel;

import dev.pawl.engine.Signal;
import java.util.concurrent.atomic.AtomicInteger;

/// Starts many short tasks, but only so many at once; further callers wait.
public final class Dispatcher {
    private static final int AT_ONCE = 1_024;

    private final Kernel kernel;
    private final AtomicInteger going = new AtomicInteger();
    private final Signal less = new Signal();

    public Dispatcher(Kernel kernel) {
        this.kernel = kernel;
    }

    /// Runs `body` on a task of its own, when there is room; for one caller at a time.
    public void go(String name, Runnable body) {
        awaitFewerThan(AT_ONCE);
        going.incrementAndGet();
        boolean started = false;
        try {
            kernel.start(name, () -> run(body));
            started = true;
        } finally {
            if (!started) going.decrementAndGet();
        }
    }

    private void run(Runnable body) {
        try {
            body.run();
        } finally {
            going.decrementAndGet();
            kernel.host.raise(less);
        }
    }

    /// Waits until all have ended.
    public void awaitIdle() {
        awaitFewerThan(1);
    }

    private void awaitFewerThan(int count) {
        while (going.get() >= count) kernel.host.awaitRaised(less);
    }
}
