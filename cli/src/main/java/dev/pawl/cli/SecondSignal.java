package dev.pawl.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/// Watches for a second signal while the process shuts down because of the first.
///
/// A JVM that shuts down calls no handler for further signals. But it has one thread for each
/// termination signal, and these threads stay until the JVM exits: so this class counts them.
final class SecondSignal implements AutoCloseable {
    private static final Duration POLL_EVERY = Duration.ofMillis(100);
    private static final Pattern THREAD = Pattern.compile("SIG[A-Z]+ handler");

    private final CountDownLatch closed = new CountDownLatch(1);

    private SecondSignal() {}

    /// Starts to watch; calls `then` once, unless this is closed before.
    static SecondSignal watch(Runnable then) {
        SecondSignal watching = new SecondSignal();
        Thread.ofPlatform().daemon().name("second-signal").start(() -> watching.await(then));
        return watching;
    }

    private void await(Runnable then) {
        try {
            while (signals() < 2) {
                if (closed.await(POLL_EVERY.toMillis(), TimeUnit.MILLISECONDS)) return;
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
