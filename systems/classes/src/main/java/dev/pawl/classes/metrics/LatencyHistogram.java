package dev.pawl.classes.metrics;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Durations in buckets. `counts` has one number more than there are bounds: what is beyond them.
public record LatencyHistogram(List<Long> counts, double sum) {
    /// The upper bounds of the buckets, in seconds.
    public static final List<Double> BOUNDS =
            List.of(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0);

    public static final LatencyHistogram EMPTY =
            new LatencyHistogram(BOUNDS.stream().map(_ -> 0L).toList(), 0);

    public LatencyHistogram {
        List<Long> all = new ArrayList<>(counts);
        while (all.size() <= BOUNDS.size()) all.add(0L);
        counts = List.copyOf(all);
    }

    /// Returns this histogram with one more duration.
    public LatencyHistogram with(Duration duration) {
        double seconds = duration.toNanos() / 1e9;
        int bucket = 0;
        while (bucket < BOUNDS.size() && seconds > BOUNDS.get(bucket)) bucket++;
        List<Long> next = new ArrayList<>(counts);
        next.set(bucket, next.get(bucket) + 1);
        return new LatencyHistogram(next, sum + seconds);
    }
}
