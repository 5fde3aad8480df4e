package dev.pawl.benchmarks.load;

import java.util.List;
import java.util.function.Function;

/// Steps per second, and what a step costs the process.
public record Speed(double perSecond, double cpuMicros) {

    static Speed of(long steps, Usage used) {
        return new Speed(steps / used.seconds(), used.cpu() / 1e3 / Math.max(1, steps));
    }

    public static Samples each(List<Speed> speeds, Function<Speed, Double> figure) {
        return new Samples(speeds.stream().map(figure).toList());
    }

    /// Returns the time that passes per step.
    public double wallMicros() {
        return 1e6 / perSecond;
    }
}
