package dev.pawl.benchmarks;

import java.util.List;

/// Figures that were measured again and again.
record Samples(List<Double> sorted) {
    Samples {
        if (sorted.isEmpty()) throw new IllegalArgumentException("nothing was measured");
        sorted = sorted.stream().sorted().toList();
    }

    int count() {
        return sorted.size();
    }

    double median() {
        return quantile(0.5);
    }

    double quantile(double part) {
        double place = part * (sorted.size() - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.size() - 1);
        return sorted.get(below) + (place - below) * (sorted.get(above) - sorted.get(below));
    }

    double least() {
        return sorted.getFirst();
    }

    double greatest() {
        return sorted.getLast();
    }
}
