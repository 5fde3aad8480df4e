package dev.pawl.orchestrator.broker;

import java.time.Duration;
import java.time.Instant;

/// How long a claim waits before others lose permits to it, and how long a holder keeps its last
/// permit while claims without one wait.
///
/// Until `waiting` is over, a claim gets only free permits. `turn` matters only while there are
/// fewer permits than claims.
public record PreemptionDelays(Duration waiting, Duration turn) {
    /// The longest that either may be.
    public static final Duration LONGEST = Duration.ofDays(1);

    private static final Duration WAITING = Duration.ofSeconds(30);
    private static final Duration TURN = Duration.ofMinutes(1);

    public PreemptionDelays {
        check("waiting", waiting);
        check("turn", turn);
        if (turn.isZero()) {
            throw new IllegalArgumentException(
                    "expected a positive turn, found PT0S: permits would only move around");
        }
    }

    /// Returns the defaults: a wait of 30 s, a turn of 1 min.
    public static PreemptionDelays ofDefaults() {
        return new PreemptionDelays(WAITING, TURN);
    }

    boolean isWaitOver(Instant since, Instant now) {
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
