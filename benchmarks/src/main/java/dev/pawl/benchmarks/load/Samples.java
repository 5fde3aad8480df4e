package dev.pawl.benchmarks.load;

import java.util.List;

/// Figures of repeated measurements.
public record Samples(List<Double> sorted) {
    public Samples {
        if (sorted.isEmpty()) throw new IllegalArgumentException("nothing was measured");
        sorted = sorted.stream().sorted().toList();
    }

    public int count() {
        return sorted.size();
    }

    public double median() {
        return quantile(0.5);
    }

    public double quantile(double part) {
        double place = part * (sorted.size() - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.size() - 1);
        return sorted.get(below) + (place - below) * (sorted.get(above) - sorted.get(below));
    }

    public double least() {
        return sorted.getFirst();
    }

    public double greatest() {
        return sorted.getLast();
    }
}
