package dev.pawl.limiter.budget;

import dev.pawl.machine.RetryAfterHeader;
import java.time.Duration;
import java.time.Instant;

/// How fast a budget is used: all of its requests, or fewer after a server asked for that.
///
/// @param allowed the number of requests in a window
/// @param changedAt when `allowed` last changed
/// @param pausedUntil no request is made before this time
/// @param reason why the server throttled last; empty if it never did
public record Pace(int allowed, Instant changedAt, Instant pausedUntil, String reason) {
    private static final Duration RAISE_AFTER_MAX = Duration.ofMinutes(1);
    private static final int STEPS = 10;

    static Pace full(BudgetSettings settings) {
        return new Pace(settings.requests(), Instant.EPOCH, Instant.EPOCH, "");
    }

    /// Returns this under settings that may have changed, at a time to which the clock may have
    /// jumped back.
    Pace at(Instant now, BudgetSettings before, BudgetSettings after) {
        boolean full = allowed >= before.requests();
        Instant latest = now.plus(RetryAfterHeader.WAIT_MAX);
        return new Pace(
                full ? after.requests() : Math.min(allowed, after.requests()),
                changedAt.isAfter(now) ? now : changedAt,
                pausedUntil.isAfter(latest) ? latest : pausedUntil,
                reason);
    }

    /// Returns whether a server's throttling keeps requests back at a time.
    public boolean isSlowed(BudgetSettings settings, Instant at) {
        return allowed < settings.requests() || !at.isAfter(pausedUntil);
    }

    /// Returns the pace after a server throttled a request that was made at `made`: half of the
    /// requests, and none during the wait. Requests that were made before the last change do not
    /// slow it again, or many concurrent ones would stop it.
    Pace slowed(Throttling throttling, Instant made, Instant now) {
        Instant until = now.plus(throttling.delay());
        boolean known = made.isBefore(changedAt);
        return new Pace(
                known ? allowed : Math.max(1, allowed / 2),
                known ? changedAt : now,
                until.isAfter(pausedUntil) ? until : pausedUntil,
                throttling.reason());
    }

    /// Returns the pace after successful requests: a tenth of the budget faster, at most once per
    /// window or minute.
    Pace raised(BudgetSettings settings, Instant now) {
        Duration wait = settings.window();
        if (wait.compareTo(RAISE_AFTER_MAX) > 0) wait = RAISE_AFTER_MAX;
        if (allowed == settings.requests() || now.isBefore(changedAt.plus(wait))) return this;
        int step = Math.max(1, settings.requests() / STEPS);
        return new Pace(
                (int) Math.min(settings.requests(), (long) allowed + step),
                now,
                pausedUntil,
                reason);
    }
}
