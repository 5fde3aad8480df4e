package dev.pawl.engine.internal.time;

import dev.pawl.engine.Limits;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/// The late fires of a schedule that are caught up: the newest ones, up to a bound.
///
/// `from` is the first of them, and `dropped` says how many came before it.
public record CatchUp(Instant from, long dropped) {

    /// Returns what is caught up at `now`, if `first` is the first fire that is due.
    public static CatchUp of(Cadence cadence, Instant first, Instant now) {
        if (first.isAfter(now)) return new CatchUp(first, 0);
        return switch (cadence) {
            case Cadence.Every(Duration interval) -> {
                long due = Duration.between(first, now).dividedBy(interval) + 1;
                long dropped = Math.max(0, due - Limits.CATCH_UP_MAX);
                yield new CatchUp(first.plus(interval.multipliedBy(dropped)), dropped);
            }
            case Cadence.ByCron byCron -> ofCron(byCron, first, now);
        };
    }

    private static CatchUp ofCron(Cadence cron, Instant first, Instant now) {
        // It fires once a second at most, so a shorter time has no more than the bound.
        if (Duration.between(first, now).toSeconds() < Limits.CATCH_UP_MAX) {
            return new CatchUp(first, 0);
        }
        Deque<Instant> newest = new ArrayDeque<>();
        long dropped = 0;
        Optional<Instant> fire = Optional.of(first);
        while (fire.isPresent() && !fire.get().isAfter(now)) {
            newest.add(fire.get());
            if (newest.size() > Limits.CATCH_UP_MAX) {
                newest.remove();
                dropped++;
            }
            fire = cron.next(fire.get());
        }
        return new CatchUp(newest.getFirst(), dropped);
    }
}
