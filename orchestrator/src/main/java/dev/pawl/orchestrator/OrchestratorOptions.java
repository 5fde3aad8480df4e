package dev.pawl.orchestrator;

import dev.pawl.engine.Host;
import dev.pawl.engine.RealHost;
import dev.pawl.orchestrator.broker.Patience;
import dev.pawl.orchestrator.broker.Thresholds;
import java.time.Duration;

/// How an orchestration is set up.
public final class OrchestratorOptions {
    private static final int PERMITS = 10;
    private static final Duration REVOCATION = Duration.ofSeconds(10);
    private static final Duration DRAIN = Duration.ofSeconds(30);
    private static final Duration RETENTION = Duration.ofDays(30);
    private static final Duration WAIT = Duration.ofSeconds(1);
    private static final Duration TURN = Duration.ofSeconds(10);

    private int permits = PERMITS;
    private Patience patience = new Patience(WAIT, TURN);
    private Thresholds thresholds = Thresholds.ofDefaults();
    private Duration revocation = REVOCATION;
    private Duration drain = DRAIN;
    private Duration retention = RETENTION;
    private Host host = new RealHost();

    OrchestratorOptions() {}

    /// Sets how many permits there are, 10 unless told; a number that was set while it ran outlives
    /// this.
    public OrchestratorOptions permits(int count) {
        if (count < 1) throw new IllegalArgumentException("permits are 1 or more, not " + count);
        permits = count;
        return this;
    }

    /// Sets how long somebody without a permit waits before one is taken from others.
    public OrchestratorOptions patience(Patience other) {
        patience = other;
        return this;
    }

    /// Sets which load is too much.
    public OrchestratorOptions thresholds(Thresholds other) {
        thresholds = other;
        return this;
    }

    /// Sets how long a provider may keep permits that are wanted back; 10 s unless told.
    public OrchestratorOptions revocation(Duration deadline) {
        revocation = deadline;
        return this;
    }

    /// Sets how long draining waits for permits; 30 s unless told.
    public OrchestratorOptions drain(Duration deadline) {
        drain = deadline;
        return this;
    }

    /// Sets how long events, the audit of permits, outcomes of items that did not fail, and the
    /// checkpoints of cycles before the last are kept; 30 days unless told.
    public OrchestratorOptions retention(Duration time) {
        if (!time.isPositive()) {
            throw new IllegalArgumentException("a retention is a positive time, not " + time);
        }
        retention = time;
        return this;
    }

    /// Sets where time and threads come from, the same as the engine's: for tests.
    public OrchestratorOptions host(Host other) {
        host = other;
        return this;
    }

    int permits() {
        return permits;
    }

    Patience patience() {
        return patience;
    }

    Thresholds thresholds() {
        return thresholds;
    }

    Duration revocation() {
        return revocation;
    }

    Duration drain() {
        return drain;
    }

    Duration retention() {
        return retention;
    }

    Host host() {
        return host;
    }
}
