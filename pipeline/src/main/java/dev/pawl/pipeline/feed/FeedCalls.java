package dev.pawl.pipeline.feed;

import dev.pawl.engine.Host;
import dev.pawl.engine.Signal;
import dev.pawl.limiter.RequestBudget;
import dev.pawl.limiter.RequestPermit;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/// Makes the requests of one attempt under the feed's budget, and counts them. For one thread.
public final class FeedCalls {
    private final Host host;
    private final @Nullable RequestBudget budget;
    private final String who;
    private final Duration patience;
    private final int callsMax;
    private int calls;

    /// Creates the calls of one attempt. `who` is the id of its run, by which `why` finds what it
    /// waits for.
    public FeedCalls(
            Host host,
            @Nullable RequestBudget budget,
            String who,
            Duration patience,
            int callsMax) {
        this.host = host;
        this.budget = budget;
        this.who = who;
        this.patience = patience;
        this.callsMax = callsMax;
    }

    /// Executes one request when the budget allows it. A request that throws [FeedThrottled] slows
    /// the budget of all nodes.
    public <T> T request(Callable<T> request) throws Exception {
        if (++calls > callsMax) {
            throw new IllegalStateException(
                    "expected at most %d requests, found one more".formatted(callsMax));
        }
        if (budget == null) return request.call();
        Optional<RequestPermit> granted = budget.acquire(who, host.now().plus(patience));
        if (granted.isEmpty()) throw new BudgetUsedUp(budget.settings().name(), patience);
        try (RequestPermit permit = granted.get()) {
            try {
                T answer = request.call();
                permit.succeeded();
                return answer;
            } catch (FeedThrottled e) {
                permit.throttled(e.throttling());
                throw e;
            }
        }
    }

    /// Waits before a request is tried again.
    public void pause(Duration time) throws InterruptedException {
        var _ = host.await(new Signal(), host.now().plus(time));
    }

    /// Returns how many requests were made.
    public int calls() {
        return calls;
    }
}
