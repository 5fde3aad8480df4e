package dev.pawl.limiter;

import dev.pawl.limiter.budget.Throttling;
import java.time.Instant;

/// The permission for one request. Close it when the request is over. Thread-safe.
public final class RequestPermit implements AutoCloseable {
    private final RequestBudget budget;
    private final Instant at;

    RequestPermit(RequestBudget budget, Instant at) {
        this.budget = budget;
        this.at = at;
    }

    /// Returns when it was granted.
    public Instant at() {
        return at;
    }

    /// Reports that the server answered; after some successes a budget that was slowed down
    /// recovers.
    public void succeeded() {
        budget.succeeded();
    }

    /// Reports that the server asked for fewer requests. When this returns that is durable, and no
    /// node reserves further requests before the wait is over.
    public void throttled(Throttling throttling) {
        budget.throttled(throttling, at);
    }

    /// Ends the request, so that it is no longer in flight. Ending it twice changes nothing.
    @Override
    public void close() {
        budget.ended(this);
    }
}
