package dev.pawl.orchestrator.provider;

import dev.pawl.limiter.budget.BudgetSettings;
import dev.pawl.orchestrator.limit.ErrorBudget.Allowance;
import java.time.Duration;
import java.util.Optional;

/// The limits of a source: how many requests its server gets, and how many bad items are too many.
///
/// @param requests the number of requests in any `window`; 0 for no limit
public record SourceLimits(int requests, Duration window, Allowance allowance) {
    /// No limit on requests, and the default allowance for bad items.
    public static final SourceLimits UNLIMITED =
            new SourceLimits(0, Duration.ofSeconds(30), Allowance.ofDefaults());

    public SourceLimits {
        if (requests < 0) {
            throw new IllegalArgumentException("expected 0 requests or more, found " + requests);
        }
        if (!window.isPositive() || window.compareTo(BudgetSettings.LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "expected a positive window of at most %s, found %s"
                            .formatted(BudgetSettings.LONGEST, window));
        }
    }

    /// Returns the budget of a provider's requests, which all nodes share; empty for no limit.
    public Optional<BudgetSettings> budget(String provider) {
        return requests == 0
                ? Optional.empty()
                : Optional.of(BudgetSettings.of("provider/" + provider, requests, window));
    }

    /// Returns this with another limit on requests.
    public SourceLimits requests(int count, Duration within) {
        return new SourceLimits(count, within, allowance);
    }

    /// Returns this with another allowance for bad items.
    public SourceLimits errors(Allowance other) {
        return new SourceLimits(requests, window, other);
    }
}
