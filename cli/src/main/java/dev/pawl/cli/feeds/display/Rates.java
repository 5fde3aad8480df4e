package dev.pawl.cli.feeds.display;

import dev.pawl.orchestrator.ProviderStats;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The rate of each source, measured over the last seconds.
final class Rates {
    private static final Duration WINDOW = Duration.ofSeconds(5);

    private final Map<String, Deque<Reading>> readings = new HashMap<>();

    void add(SourcesSnapshot snapshot) {
        for (ProviderStats each : snapshot.providers()) {
            Deque<Reading> seen =
                    readings.computeIfAbsent(each.row().id(), _ -> new ArrayDeque<>());
            long items = each.row().counts().processed();
            // A new cycle counts from zero again.
            if (!seen.isEmpty() && seen.getLast().items() > items) seen.clear();
            seen.add(new Reading(snapshot.at(), items));
            Instant start = snapshot.at().minus(WINDOW);
            while (seen.size() > 2 && seen.getFirst().at().isBefore(start)) seen.removeFirst();
        }
    }

    /// Returns the items per second; 0 if the rate is unknown.
    double of(String id) {
        Deque<Reading> seen = readings.getOrDefault(id, new ArrayDeque<>());
        if (seen.size() < 2) return 0;
        Duration span = Duration.between(seen.getFirst().at(), seen.getLast().at());
        if (!span.isPositive()) return 0;
        return (seen.getLast().items() - seen.getFirst().items()) * 1e9 / span.toNanos();
    }

    /// Estimates the time left at the current rate.
    Optional<Duration> left(ProviderStats stats) {
        ProviderStats.Counts counts = stats.row().counts();
        double rate = of(stats.row().id());
        long items = counts.expected() - counts.processed();
        if (rate <= 0 || items <= 0) return Optional.empty();
        return Optional.of(Duration.ofSeconds(Math.round(items / rate)));
    }

    private record Reading(Instant at, long items) {}
}
