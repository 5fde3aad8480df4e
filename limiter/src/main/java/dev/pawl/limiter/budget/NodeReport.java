package dev.pawl.limiter.budget;

import java.time.Instant;
import java.util.List;

/// What a node did with a budget since its last report. It gives back all that it had reserved and
/// not used.
///
/// @param node the node, unique among all processes that ever used the budget
/// @param uses its requests
/// @param inFlight how many of its requests are in flight
/// @param succeeded how many of its requests succeeded
/// @param refusals the requests that the server throttled
public record NodeReport(
        String node,
        List<BudgetState.Use> uses,
        int inFlight,
        int succeeded,
        List<Refusal> refusals) {

    public NodeReport {
        uses = List.copyOf(uses);
        refusals = List.copyOf(refusals);
    }

    /// A throttled request, and when it was made.
    public record Refusal(Throttling throttling, Instant made) {}
}
