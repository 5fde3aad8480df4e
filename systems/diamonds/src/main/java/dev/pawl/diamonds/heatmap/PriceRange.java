package dev.pawl.diamonds.heatmap;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A half-open range of prices per carat, in cents: `from` belongs to it, `to` does not.
///
/// @param to the end, or [#OPEN] if the range has none
public record PriceRange(long from, long to) {
    /// The end of a range without an end.
    public static final long OPEN = Long.MAX_VALUE;

    /// Every price.
    public static final PriceRange ALL = new PriceRange(0, OPEN);

    private static final Pattern JSON =
            Pattern.compile("\\{\"from\":(\\d{1,18})(?:,\"to\":(\\d{1,18}))?\\}");

    public PriceRange {
        if (from < 0 || to <= from) {
            throw new IllegalArgumentException(
                    "expected a range from 0 cents or more to a higher price, found %d to %d"
                            .formatted(from, to));
        }
    }

    /// Parses what [#json] returns.
    public static PriceRange parse(String json) {
        Matcher range = JSON.matcher(json);
        if (!range.matches()) {
            throw new IllegalArgumentException(
                    "expected a range such as {\"from\":0,\"to\":5000}, found '%s'"
                            .formatted(json));
        }
        long to = range.group(2) == null ? OPEN : Long.parseLong(range.group(2));
        return new PriceRange(Long.parseLong(range.group(1)), to);
    }

    public boolean isOpen() {
        return to == OPEN;
    }

    /// Returns whether the range has one price only, so that it cannot be split.
    public boolean isSinglePrice() {
        return to - from == 1;
    }

    /// Returns this range as JSON, without `to` if it is open.
    public String json() {
        return isOpen()
                ? "{\"from\":%d}".formatted(from)
                : "{\"from\":%d,\"to\":%d}".formatted(from, to);
    }

    /// Returns the part below a price.
    PriceRange below(long price) {
        return new PriceRange(from, price);
    }

    /// Returns the part from a price on.
    PriceRange from(long price) {
        return new PriceRange(price, to);
    }
}
