package dev.pawl.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/// Watches for a second signal while a process ends because of the first.
///
/// A JVM that is ending calls nobody when it gets one. But it has a thread for each signal that
/// asks it to end, and those stay until it has ended: so they are counted.
final class SecondSignal implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final Pattern THREAD = Pattern.compile("SIG[A-Z]+ handler");

    private final CountDownLatch closed = new CountDownLatch(1);

    private SecondSignal() {}

    /// Begins to watch; `then` is called once, unless this is closed before.
    static SecondSignal watch(Runnable then) {
        SecondSignal watching = new SecondSignal();
        Thread.ofPlatform().daemon().name("second-signal").start(() -> watching.await(then));
        return watching;
    }

    private void await(Runnable then) {
        try {
            while (signals() < 2) {
                if (closed.await(LOOK.toMillis(), TimeUnit.MILLISECONDS)) return;
            }
            then.run();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static long signals() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> THREAD.matcher(thread.getName()).matches())
                .count();
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
