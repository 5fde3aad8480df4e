package dev.pawl.diamonds.feed;

import dev.pawl.diamonds.heatmap.HeatmapOptions;
import dev.pawl.diamonds.pricing.ExchangeRate;
import java.time.Duration;
import java.util.regex.Pattern;

/// How the stock of one supplier is loaded.
///
/// @param isLabGrown whether stones that do not say what they are were grown in a laboratory
/// @param currency the currency of the supplier's prices, as three letters
/// @param grace how long a stone must be missing in complete full runs before it is removed
public record FeedSettings(
        String name, boolean isLabGrown, HeatmapOptions heatmap, Duration grace, String currency) {
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,49}");

    public FeedSettings {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "expected the name of a feed with 1 to 50 lowercase letters, digits and . _ -,"
                            + " starting with a letter or digit, found '%s'".formatted(name));
        }
        ExchangeRate.requireCurrency(currency);
        if (grace.isNegative()) {
            throw new IllegalArgumentException(
                    "expected a grace period of 0 or more, found " + grace);
        }
    }

    /// Returns the settings of a supplier of natural stones in US dollars, which are removed when a
    /// full run does not find them.
    public static FeedSettings of(String name) {
        return new FeedSettings(
                name, false, HeatmapOptions.STANDARD, Duration.ZERO, ExchangeRate.BASE);
    }

    public FeedSettings labGrown(boolean other) {
        return new FeedSettings(name, other, heatmap, grace, currency);
    }

    public FeedSettings heatmap(HeatmapOptions other) {
        return new FeedSettings(name, isLabGrown, other, grace, currency);
    }

    public FeedSettings grace(Duration other) {
        return new FeedSettings(name, isLabGrown, heatmap, other, currency);
    }

    public FeedSettings currency(String other) {
        return new FeedSettings(name, isLabGrown, heatmap, grace, other);
    }
}
