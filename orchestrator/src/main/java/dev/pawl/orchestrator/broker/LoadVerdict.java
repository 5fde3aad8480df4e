package dev.pawl.orchestrator.broker;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// What a load sample means under the thresholds, and why.
public record LoadVerdict(Level level, String words) {
    private static final int DECIMALS = 3;

    /// The levels of load.
    public enum Level {
        /// Too much.
        BREACH,
        /// Neither too much nor little enough to raise the number of permits.
        BETWEEN,
        /// Little enough to raise the number of permits.
        CALM
    }

    static LoadVerdict of(LoadSample sample, Thresholds limits, int breaches, int calm) {
        List<String> above = above(sample, limits);
        if (!above.isEmpty()) {
            String why = String.join(" and ", above) + ", " + times(breaches + 1);
            return new LoadVerdict(Level.BREACH, why);
        }
        if (!isCalm(sample, limits)) {
            return new LoadVerdict(
                    Level.BETWEEN,
                    "%s is below the thresholds, but not below %s of them"
                            .formatted(words(sample), percent(limits.relief())));
        }
        return new LoadVerdict(Level.CALM, words(sample) + " is calm, " + times(calm + 1));
    }

    private static List<String> above(LoadSample sample, Thresholds limits) {
        List<String> above = new ArrayList<>();
        if (sample.latency().compareTo(limits.latency()) > 0) {
            above.add(
                    "p99 %s is above %s"
                            .formatted(seconds(sample.latency()), seconds(limits.latency())));
        }
        if (sample.errorRate() > limits.errorRate()) {
            above.add(
                    "error rate %s is above %s"
                            .formatted(percent(sample.errorRate()), percent(limits.errorRate())));
        }
        if (sample.saturation() > limits.saturation()) {
            above.add(
                    "saturation %s is above %s"
                            .formatted(percent(sample.saturation()), percent(limits.saturation())));
        }
        return above;
    }

    private static boolean isCalm(LoadSample sample, Thresholds limits) {
        double relief = limits.relief();
        return sample.latency().toNanos() < relief * limits.latency().toNanos()
                && sample.errorRate() < relief * limits.errorRate()
                && sample.saturation() < relief * limits.saturation();
    }

    private static String words(LoadSample sample) {
        return "p99 %s, error rate %s, saturation %s"
                .formatted(
                        seconds(sample.latency()),
                        percent(sample.errorRate()),
                        percent(sample.saturation()));
    }

    private static String seconds(Duration duration) {
        return number(duration.toNanos() / 1e9) + " s";
    }

    private static String percent(double part) {
        return number(part * 100) + " %";
    }

    private static String number(double value) {
        return BigDecimal.valueOf(value)
                .setScale(DECIMALS, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString();
    }

    private static String times(int count) {
        return switch (count) {
            case 1 -> "once";
            case 2 -> "twice";
            default -> count + " times";
        };
    }
}
