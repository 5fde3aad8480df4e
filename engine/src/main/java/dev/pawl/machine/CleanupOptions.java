package dev.pawl.machine;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The policy of a machine's cleanup; it cannot be tried for ever.
public final class CleanupOptions {
    private Retry retry = Retry.ofDefaults();
    private @Nullable Duration timeout;
    private boolean always;

    CleanupOptions() {}

    /// Sets when a failed cleanup is tried again.
    public CleanupOptions retry(Retry policy) {
        retry = policy;
        return this;
    }

    /// Sets how long one attempt of the cleanup may take.
    public CleanupOptions timeout(Duration perAttempt) {
        timeout = perAttempt;
        return this;
    }

    /// Declares that the cleanup runs after success too.
    public CleanupOptions always() {
        always = true;
        return this;
    }

    Definition.Cleanup cleanup() {
        return new Definition.Cleanup(retry, timeout, always);
    }
}
