package dev.pawl.machine;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The policy of a machine's cleanup, set in the lambda that declares it. Retries must be bounded.
public final class CleanupOptions {
    private Retry retry = Retry.ofDefaults();
    private @Nullable Duration timeout;
    private boolean always;

    CleanupOptions() {}

    /// Sets the retry policy of the cleanup.
    public CleanupOptions retry(Retry policy) {
        retry = policy;
        return this;
    }

    /// Sets the time limit of one attempt.
    public CleanupOptions timeout(Duration perAttempt) {
        timeout = perAttempt;
        return this;
    }

    /// Runs the cleanup after a successful run too.
    public CleanupOptions always() {
        always = true;
        return this;
    }

    Definition.Cleanup cleanup() {
        return new Definition.Cleanup(retry, timeout, always);
    }
}
