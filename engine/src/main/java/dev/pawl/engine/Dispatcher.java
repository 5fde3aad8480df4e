package dev.pawl.engine;

import java.util.concurrent.atomic.AtomicInteger;

/// Starts many short tasks, but only so many at once: whoever wants one more waits.
final class Dispatcher {
    private static final int AT_ONCE = 1_024;

    private final Kernel kernel;
    private final AtomicInteger going = new AtomicInteger();
    private final Signal less = new Signal();

    Dispatcher(Kernel kernel) {
        this.kernel = kernel;
    }

    /// Runs `body` on a task of its own, when there is room; for one caller at a time.
    void go(String name, Runnable body) {
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
    void awaitIdle() {
        awaitFewerThan(1);
    }

    private void awaitFewerThan(int count) {
        while (going.get() >= count) kernel.host.awaitRaised(less);
    }
}
