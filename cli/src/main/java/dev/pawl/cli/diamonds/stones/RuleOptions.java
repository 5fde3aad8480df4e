package dev.pawl.cli.diamonds.stones;

import dev.pawl.cli.shell.CommandException;
import dev.pawl.diamonds.pricing.PricingRule;
import dev.pawl.diamonds.pricing.RuleScope;
import dev.pawl.diamonds.pricing.StoneType;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// A pricing rule as it is given on the command line.
final class RuleOptions {
    private static final Pattern RANGE = Pattern.compile("(\\d{1,12})?-(\\d{1,12})?");
    private static final int PRIORITY = 50;

    @Option(
            names = "--points",
            paramLabel = "N",
            required = true,
            description = "Percentage points added to the margin; may be negative.")
    BigDecimal points = BigDecimal.ZERO;

    @Option(
            names = "--priority",
            paramLabel = "N",
            description = "Rules with a lower number are tried first (default: 50).")
    int priority = PRIORITY;

    @Option(
            names = "--cost",
            paramLabel = "RANGE",
            description = "Only stones with a supplier price in whole dollars in this range.")
    @Nullable String cost;

    @Option(
            names = "--type",
            paramLabel = "TYPE",
            description = "Only stones of a type: natural, lab or fancy.")
    @Nullable StoneType type;

    @Option(names = "--of", paramLabel = "FEED", description = "Only stones of a feed.")
    @Nullable String feed;

    @Option(names = "--from", paramLabel = "TIME", description = "In effect from this timestamp.")
    @Nullable Instant from;

    @Option(names = "--to", paramLabel = "TIME", description = "In effect before this timestamp.")
    @Nullable Instant to;

    PricingRule rule(String id) {
        try {
            return new PricingRule(id, priority, scope(), points, from, to);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(String.valueOf(e.getMessage()));
        }
    }

    private RuleScope scope() {
        String range = cost;
        if (range == null) return new RuleScope(type, feed, null, null);
        Matcher parts = RANGE.matcher(range);
        if (!parts.matches() || range.equals("-")) {
            throw CommandException.usage(
                    "--cost must be a range of dollars such as 1000-2000 or 5000-, found '%s'"
                            .formatted(range));
        }
        return new RuleScope(type, feed, cents(parts.group(1)), cents(parts.group(2)));
    }

    private static @Nullable Long cents(@Nullable String dollars) {
        return dollars == null ? null : Long.valueOf(Long.parseLong(dollars) * 100);
    }
}
