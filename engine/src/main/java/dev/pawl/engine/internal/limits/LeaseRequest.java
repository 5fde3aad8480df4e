package dev.pawl.engine.internal.limits;

import java.time.Duration;

/// A request for permits of a pool, by a holder that is not a run.
public record LeaseRequest(String pool, String holder, int count, int priority, Duration ttl) {}
