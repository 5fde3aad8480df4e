package dev.pawl.pipeline.feed;

import dev.pawl.limiter.budget.Throttling;

/// Thrown by a feed whose server asks for fewer requests. It does not count as a failed try.
public final class FeedThrottled extends Exception {
    private static final long serialVersionUID = 1;

    private final transient Throttling throttling;

    public FeedThrottled(Throttling throttling) {
        super(throttling.reason());
        this.throttling = throttling;
    }

    public Throttling throttling() {
        return throttling;
    }
}
