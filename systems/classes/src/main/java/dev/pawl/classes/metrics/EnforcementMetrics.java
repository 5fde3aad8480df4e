package dev.pawl.classes.metrics;

import dev.pawl.classes.resource.Dimension;
import dev.pawl.controller.ObjectKey;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/// The metrics of enforcement so far. Immutable: each change is a new value.
public record EnforcementMetrics(
        Map<Gauge, Double> recommendations,
        Map<Dimension, Long> applied,
        Map<String, Long> failed,
        LatencyHistogram latency) {
    public static final EnforcementMetrics NONE =
            new EnforcementMetrics(Map.of(), Map.of(), Map.of(), LatencyHistogram.EMPTY);

    public EnforcementMetrics {
        recommendations = sorted(recommendations);
        applied = sorted(applied);
        failed = sorted(failed);
    }

    /// Returns these metrics with the latest recommendation of a class.
    public EnforcementMetrics recommended(ObjectKey key, Dimension dimension, double value) {
        Map<Gauge, Double> next = new TreeMap<>(recommendations);
        next.put(new Gauge(key, dimension), value);
        return new EnforcementMetrics(next, applied, failed, latency);
    }

    /// Returns these metrics without those of a class that is gone.
    public EnforcementMetrics without(ObjectKey key) {
        Map<Gauge, Double> next = new TreeMap<>(recommendations);
        next.keySet().removeIf(gauge -> gauge.key().equals(key));
        return new EnforcementMetrics(next, applied, failed, latency);
    }

    /// Returns these metrics after an enforcement succeeded.
    public EnforcementMetrics succeeded(Dimension dimension, Duration took) {
        return new EnforcementMetrics(
                recommendations, counted(applied, dimension), failed, latency.with(took));
    }

    /// Returns these metrics after an enforcement failed.
    public EnforcementMetrics failed(String reason, Duration took) {
        return new EnforcementMetrics(
                recommendations, applied, counted(failed, reason), latency.with(took));
    }

    private static <K extends Comparable<? super K>> Map<K, Long> counted(
            Map<K, Long> counts, K key) {
        Map<K, Long> next = new TreeMap<>(counts);
        next.merge(key, 1L, Long::sum);
        return next;
    }

    private static <K extends Comparable<? super K>, V> Map<K, V> sorted(Map<K, V> map) {
        return Collections.unmodifiableMap(new TreeMap<>(map));
    }

    /// What a recommendation is for.
    public record Gauge(ObjectKey key, Dimension dimension) implements Comparable<Gauge> {
        @Override
        public int compareTo(Gauge other) {
            int byDimension = dimension.compareTo(other.dimension);
            return byDimension != 0 ? byDimension : key.compareTo(other.key);
        }
    }
}
