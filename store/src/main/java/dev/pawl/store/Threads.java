package dev.pawl.store;

/// Waiting for the store's own threads.
final class Threads {
    private Threads() {}

    /// Waits for the end of a thread without giving in to an interrupt.
    static void join(Thread thread) {
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
