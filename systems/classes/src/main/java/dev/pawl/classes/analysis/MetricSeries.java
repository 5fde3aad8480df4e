package dev.pawl.classes.analysis;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/// Samples of one metric, in any order. Values that are no numbers are ignored.
public record MetricSeries(List<MetricSample> samples) {
    public static final MetricSeries NONE = new MetricSeries(List.of());

    public MetricSeries {
        samples = samples.stream().filter(each -> Double.isFinite(each.value())).toList();
    }

    /// Returns the mean of the samples; empty if there are fewer than `least` or all are older than
    /// `staleAfter`.
    public OptionalDouble mean(int least, Duration staleAfter, Instant now) {
        return isUsable(least, staleAfter, now)
                ? samples.stream().mapToDouble(MetricSample::value).average()
                : OptionalDouble.empty();
    }

    /// Returns the largest sample, under the same conditions.
    public OptionalDouble max(int least, Duration staleAfter, Instant now) {
        return isUsable(least, staleAfter, now)
                ? samples.stream().mapToDouble(MetricSample::value).max()
                : OptionalDouble.empty();
    }

    /// Returns the time of the newest sample, or null if there is none.
    public @Nullable Instant newest() {
        Instant newest = null;
        for (MetricSample each : samples) {
            if (newest == null || each.at().isAfter(newest)) newest = each.at();
        }
        return newest;
    }

    private boolean isUsable(int least, Duration staleAfter, Instant now) {
        Instant newest = newest();
        return samples.size() >= least && newest != null && now.isBefore(newest.plus(staleAfter));
    }

    /// One measured value.
    public record MetricSample(Instant at, double value) {}
}
