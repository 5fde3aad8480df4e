package dev.pawl.cli.diamonds.stones;

import dev.pawl.cli.shell.CommandException;
import dev.pawl.diamonds.canonical.StoneSearch;
import dev.pawl.diamonds.stone.Availability;
import java.math.BigDecimal;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Which stones a command is about.
final class SearchOptions {
    private static final Pattern RANGE =
            Pattern.compile("(\\d{1,9}(?:\\.\\d{1,3})?)?(-)?(\\d{1,9}(?:\\.\\d{1,3})?)?");

    @Option(names = "--shape", paramLabel = "NAME", description = "Shape, such as round.")
    @Nullable String shape;

    @Option(names = "--carat", paramLabel = "RANGE", description = "Weight, such as 1-1.5 or 2-.")
    @Nullable String carat;

    @Option(
            names = {"--colour", "--color"},
            paramLabel = "GRADE",
            description = "Colour grade such as G, or a word of a fancy colour.")
    @Nullable String colour;

    @Option(names = "--clarity", paramLabel = "GRADE", description = "Clarity, such as VS1.")
    @Nullable String clarity;

    @Option(names = "--cut", paramLabel = "GRADE", description = "Cut, such as excellent.")
    @Nullable String cut;

    @Option(names = "--lab", paramLabel = "NAME", description = "Laboratory, such as GIA.")
    @Nullable String lab;

    @Option(
            names = "--price",
            paramLabel = "RANGE",
            description = "Selling price in dollars, such as 1000-2000 or -500.")
    @Nullable String price;

    @Option(
            names = "--availability",
            paramLabel = "STATE",
            description = "Availability: available, on_hold, reserved, sold or unavailable.")
    @Nullable Availability availability;

    @Option(
            names = "--lab-grown",
            negatable = true,
            description = "Only lab-grown stones; with --no-lab-grown only natural ones.")
    @Nullable Boolean labGrown;

    @Option(names = "--rating", paramLabel = "N", description = "Rating of at least N.")
    @Nullable Integer rating;

    @Option(names = "--removed", description = "Include removed stones.")
    boolean removed;

    @Option(
            names = "--text",
            paramLabel = "TEXT",
            description = "Text in the id, the certificate number or any other field.")
    @Nullable String text;

    StoneSearch search() {
        StoneSearch all = StoneSearch.all();
        all = with(all, shape, StoneSearch::shape);
        all = with(all, colour, StoneSearch::colour);
        all = with(all, clarity, StoneSearch::clarity);
        all = with(all, cut, StoneSearch::cut);
        all = with(all, lab, StoneSearch::lab);
        all = with(all, availability, (each, state) -> each.availability(state.name()));
        all = with(all, labGrown, StoneSearch::labGrown);
        all = with(all, rating, StoneSearch::ratingFrom);
        all = with(all, text, StoneSearch::text);
        if (carat != null) all = carats(all, range("--carat", carat));
        if (price != null) all = prices(all, range("--price", price));
        return removed ? all.includingRemoved() : all;
    }

    private static <T> StoneSearch with(
            StoneSearch search, @Nullable T value, BiFunction<StoneSearch, T, StoneSearch> by) {
        return value == null ? search : by.apply(search, value);
    }

    private static StoneSearch carats(StoneSearch search, Range range) {
        StoneSearch from = with(search, range.from(), StoneSearch::caratFrom);
        return with(from, range.to(), StoneSearch::caratTo);
    }

    private static StoneSearch prices(StoneSearch search, Range range) {
        StoneSearch from =
                with(search, range.from(), (all, dollars) -> all.priceFrom(cents(dollars)));
        return with(from, range.to(), (all, dollars) -> all.priceTo(cents(dollars)));
    }

    private static long cents(BigDecimal dollars) {
        return dollars.movePointRight(2).longValue();
    }

    /// Parses `1-2`, `1-`, `-2`, or `1` for exactly that.
    private static Range range(String option, String text) {
        Matcher parts = RANGE.matcher(text);
        boolean isEmpty = text.isBlank() || text.equals("-");
        if (isEmpty || !parts.matches()) {
            throw CommandException.usage(
                    "%s must be a range such as 1-1.5, 2- or -3, found '%s'"
                            .formatted(option, text));
        }
        BigDecimal from = number(parts.group(1));
        boolean isOne = parts.group(2) == null;
        return new Range(from, isOne ? from : number(parts.group(3)));
    }

    private static @Nullable BigDecimal number(@Nullable String text) {
        return text == null ? null : new BigDecimal(text);
    }

    private record Range(@Nullable BigDecimal from, @Nullable BigDecimal to) {}
}
