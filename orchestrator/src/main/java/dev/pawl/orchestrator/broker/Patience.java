package dev.pawl.orchestrator.broker;

import java.time.Duration;
import java.time.Instant;

/// How long a claim waits before permits are taken from others for it, and how long a holder keeps
/// its last permit from those who have none.
///
/// Until `waiting` is over a claim is served from what is free. `turn` matters only while there are
/// fewer permits than claims.
public record Patience(Duration waiting, Duration turn) {
    /// The longest that either may be: who waits for a day has been forgotten.
    public static final Duration LONGEST = Duration.ofDays(1);

    private static final Duration WAITING = Duration.ofSeconds(30);
    private static final Duration TURN = Duration.ofMinutes(1);

    public Patience {
        check("waiting", waiting);
        check("turn", turn);
        if (turn.isZero()) {
            throw new IllegalArgumentException(
                    "expected a turn that lasts, found PT0S: permits would only go round");
        }
    }

    /// Returns the usual patience: a wait of 30 s, a turn of 1 min.
    public static Patience ofDefaults() {
        return new Patience(WAITING, TURN);
    }

    boolean isWorn(Instant since, Instant now) {
        return Duration.between(since, now).compareTo(waiting) >= 0;
    }

    boolean isTurnOver(Instant since, Instant now) {
        return Duration.between(since, now).compareTo(turn) >= 0;
    }

    private static void check(String name, Duration duration) {
        if (duration.isNegative() || duration.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "expected %s to be from PT0S to %s, found %s"
                            .formatted(name, LONGEST, duration));
        }
    }
}
