package dev.pawl.testkit;

/// Moments between durable writes at which a process may die: whoever does something outside the
/// store passes one before and one after it.
///
/// A [CrashMatrix] kills at each of them once. Elsewhere they do nothing. For one thread.
public final class CrashPoints {
    private long passed;
    private long deadly;
    private Runnable death = () -> {};

    /// Passes the next point, or dies there.
    public void here() {
        passed++;
        if (passed == deadly) death.run();
    }

    /// Begins to count anew; at point number `number` comes `death`, and with 0 nowhere.
    void arm(long number, Runnable ending) {
        passed = 0;
        deadly = number;
        death = ending;
    }

    /// Returns how many were passed since.
    long passed() {
        return passed;
    }
}
