package dev.pawl.store.threads;

/// Waits for the store's own threads.
public final class StoreThreads {
    private StoreThreads() {}

    /// Waits for the end of a thread, even when interrupted.
    public static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }
}
