package dev.pawl.cli.feeds;

import dev.pawl.orchestrator.ProviderStats;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// How fast each source goes, by what was seen of it in the last seconds.
final class Rates {
    private static final Duration WINDOW = Duration.ofSeconds(5);

    private final Map<String, Deque<Reading>> readings = new HashMap<>();

    void note(Look look) {
        for (ProviderStats each : look.providers()) {
            Deque<Reading> seen =
                    readings.computeIfAbsent(each.row().id(), _ -> new ArrayDeque<>());
            long items = each.row().counts().processed();
            // A new cycle counts anew.
            if (!seen.isEmpty() && seen.getLast().items() > items) seen.clear();
            seen.add(new Reading(look.at(), items));
            Instant begin = look.at().minus(WINDOW);
            while (seen.size() > 2 && seen.getFirst().at().isBefore(begin)) seen.removeFirst();
        }
    }

    /// Returns how many items a second; 0 if that is not known.
    double of(String id) {
        Deque<Reading> seen = readings.getOrDefault(id, new ArrayDeque<>());
        if (seen.size() < 2) return 0;
        Duration span = Duration.between(seen.getFirst().at(), seen.getLast().at());
        if (!span.isPositive()) return 0;
        return (seen.getLast().items() - seen.getFirst().items()) * 1e9 / span.toNanos();
    }

    /// Returns how long a source will take, if it goes on so and there is as much as expected.
    Optional<Duration> left(ProviderStats stats) {
        ProviderStats.Counts counts = stats.row().counts();
        double rate = of(stats.row().id());
        long items = counts.expected() - counts.processed();
        if (rate <= 0 || items <= 0) return Optional.empty();
        return Optional.of(Duration.ofSeconds(Math.round(items / rate)));
    }

    private record Reading(Instant at, long items) {}
}
