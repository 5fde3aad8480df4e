package dev.pawl.benchmarks.load;

import java.util.List;

/// Waits for threads that are sure to end, so that closing what they use is always safe.
public final class Threads {
    private Threads() {}

    public static void joinAll(List<Thread> threads) {
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }
}
