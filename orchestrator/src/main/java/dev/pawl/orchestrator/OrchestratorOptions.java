package dev.pawl.orchestrator;

import dev.pawl.engine.Host;
import dev.pawl.engine.RealHost;
import dev.pawl.orchestrator.context.OrchestratorSettings;
import java.time.Duration;

/// The options of an orchestration.
public final class OrchestratorOptions {
    private static final int PERMITS = 10;
    private static final Duration REVOCATION = Duration.ofSeconds(10);
    private static final Duration RETENTION = Duration.ofDays(30);

    private int permits = PERMITS;
    private Duration revocation = REVOCATION;
    private Duration retention = RETENTION;
    private Host host = new RealHost();

    OrchestratorOptions() {}

    /// Sets the number of permits (default: 10). A number that a user has set with
    /// [Order.Verb#PERMITS] takes precedence.
    public OrchestratorOptions permits(int count) {
        if (count < 1)
            throw new IllegalArgumentException("expected 1 permit or more, found " + count);
        permits = count;
        return this;
    }

    /// Sets how long a provider may keep permits that were revoked (default: 10 s).
    public OrchestratorOptions revocation(Duration deadline) {
        revocation = deadline;
        return this;
    }

    /// Sets how long events, the permit audit, outcomes of items that did not fail, and checkpoints
    /// of cycles before the last are kept (default: 30 days).
    public OrchestratorOptions retention(Duration time) {
        if (!time.isPositive()) {
            throw new IllegalArgumentException("expected a positive retention, found " + time);
        }
        retention = time;
        return this;
    }

    /// Sets the host, which must be the engine's; for tests.
    public OrchestratorOptions host(Host other) {
        host = other;
        return this;
    }

    OrchestratorSettings settings() {
        return new OrchestratorSettings(permits, revocation, retention, host);
    }
}
