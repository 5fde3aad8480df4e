package dev.pawl.limiter;

import java.time.Instant;

/// The answer of a [RequestBudget] to a request.
public sealed interface BudgetAnswer {
    /// The request may be made now.
    record Granted(RequestPermit permit) implements BudgetAnswer {}

    /// The request must wait until then, and ask again.
    record Later(Instant until, String why) implements BudgetAnswer {}
}
