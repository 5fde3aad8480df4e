package dev.pawl.limiter.budget;

import dev.pawl.limiter.budget.BudgetState.Share;
import dev.pawl.limiter.budget.BudgetState.Waiter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// A budget as people want to see it: what is left, who has reserved requests, who waits until
/// when, and why it is slow.
///
/// @param left how many requests can be made now, by nodes that have not reserved any
public record BudgetStatus(
        BudgetSettings settings,
        long left,
        List<Share> reserved,
        List<Waiter> waiters,
        Pace pace,
        Instant at) {
    public BudgetStatus {
        reserved = List.copyOf(reserved);
        waiters = List.copyOf(waiters);
    }

    /// Returns the status of a stored budget at a time.
    public static BudgetStatus of(BudgetState stored, Instant now) {
        BudgetState state = stored.at(now, stored.settings());
        boolean paused = now.isBefore(state.pace().pausedUntil());
        long left = paused ? 0 : Math.max(0, Math.min(state.free(), state.freeSlots()));
        return new BudgetStatus(
                state.settings(), left, state.shares(), state.waiters(), state.pace(), now);
    }

    /// Returns the status as lines of text.
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        String concurrent =
                settings.inFlight() == BudgetSettings.ANY
                        ? ""
                        : ", at most %d at a time".formatted(settings.inFlight());
        lines.add(
                "budget %s: %d of %d requests in %s left%s"
                        .formatted(
                                settings.name(),
                                left,
                                settings.requests(),
                                settings.window(),
                                concurrent));
        if (at.isBefore(pace.pausedUntil())) {
            lines.add("paused until %s: %s".formatted(pace.pausedUntil(), pace.reason()));
        }
        if (pace.allowed() < settings.requests()) {
            lines.add(
                    "slowed down to %d requests since %s: %s"
                            .formatted(pace.allowed(), pace.changedAt(), pace.reason()));
        }
        for (Share share : reserved) {
            lines.add(
                    "node %s has reserved %d requests until %s, and %d concurrent ones"
                            .formatted(
                                    share.node(), share.requests(), share.until(), share.slots()));
        }
        for (Waiter waiter : waiters) {
            lines.add(
                    "%s waits since %s until %s"
                            .formatted(waiter.who(), waiter.since(), waiter.until()));
        }
        return lines;
    }
}
