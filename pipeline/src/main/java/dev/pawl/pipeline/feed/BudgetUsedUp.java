package dev.pawl.pipeline.feed;

import java.time.Duration;

/// Thrown to a feed that gets no permit for a request within its patience.
public final class BudgetUsedUp extends Exception {
    private static final long serialVersionUID = 1;

    BudgetUsedUp(String budget, Duration patience) {
        super("no request to %s was allowed within %s".formatted(budget, patience));
    }
}
