package dev.pawl.orchestrator.provider;

import dev.pawl.orchestrator.limit.ErrorBudget.Allowance;
import java.time.Duration;

/// How a source may be used: how often its server is asked, and how many bad items are too many.
///
/// @param requests how many requests may be made in any `window`; 0 if there is no bound
public record Pace(int requests, Duration window, Allowance allowance) {
    private static final int REQUESTS_MAX = 1_000;

    /// As fast as it goes, with the usual allowance for bad items.
    public static final Pace UNLIMITED =
            new Pace(0, Duration.ofSeconds(30), Allowance.ofDefaults());

    public Pace {
        if (requests < 0 || requests > REQUESTS_MAX) {
            throw new IllegalArgumentException(
                    "requests are 0 to %d, not %d".formatted(REQUESTS_MAX, requests));
        }
        if (!window.isPositive()) {
            throw new IllegalArgumentException("a window is positive, not " + window);
        }
    }

    /// Returns this with a bound on requests.
    public Pace requests(int count, Duration within) {
        return new Pace(count, within, allowance);
    }

    /// Returns this with another bound on bad items.
    public Pace errors(Allowance other) {
        return new Pace(requests, window, other);
    }
}
