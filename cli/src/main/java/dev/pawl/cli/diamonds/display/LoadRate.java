package dev.pawl.cli.diamonds.display;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/// How fast a number grows, over the last seconds.
final class LoadRate {
    private static final Duration WINDOW = Duration.ofSeconds(5);

    private final Deque<Reading> readings = new ArrayDeque<>();

    void add(Instant at, long number) {
        readings.addLast(new Reading(at, number));
        while (readings.size() > 2 && readings.getFirst().at().plus(WINDOW).isBefore(at)) {
            readings.removeFirst();
        }
    }

    /// Returns the growth per second.
    double perSecond() {
        if (readings.size() < 2) return 0;
        Reading first = readings.getFirst();
        Reading last = readings.getLast();
        double seconds = Duration.between(first.at(), last.at()).toMillis() / 1e3;
        return seconds <= 0 ? 0 : Math.max(0, last.number() - first.number()) / seconds;
    }

    /// Estimates how long it takes to grow by `rest`.
    Optional<Duration> left(long rest) {
        double rate = perSecond();
        if (rate <= 0 || rest <= 0) return Optional.empty();
        return Optional.of(Duration.ofSeconds(Math.round(rest / rate)));
    }

    private record Reading(Instant at, long number) {}
}
