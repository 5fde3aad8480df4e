package dev.pawl.diamonds.rating;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What a rating rule requires of one field.
public sealed interface FieldCondition {

    /// Returns the condition of a text: `1.5..2`, `..57`, `60..`, or `ROUND|OVAL`.
    static FieldCondition parse(String text) {
        int dots = text.indexOf("..");
        if (dots < 0) {
            List<String> values = List.of(text.toUpperCase(Locale.ROOT).split("\\|", -1));
            return new OneOf(new TreeSet<>(values.stream().map(String::strip).toList()));
        }
        try {
            return new Range(bound(text.substring(0, dots)), bound(text.substring(dots + 2)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "expected a range such as 1.5..2, found '%s'".formatted(text), e);
        }
    }

    private static @Nullable BigDecimal bound(String text) {
        return text.isBlank() ? null : new BigDecimal(text.strip());
    }

    /// Returns whether a field with this value meets the condition; a missing field meets none.
    boolean holds(@Nullable String value);

    /// Returns the text that [#parse] reads.
    String text();

    /// A number between two bounds, both inclusive; null means without a bound.
    record Range(@Nullable BigDecimal from, @Nullable BigDecimal to) implements FieldCondition {
        public Range {
            if (from == null && to == null) {
                throw new IllegalArgumentException("expected a range with a bound, found '..'");
            }
            if (from != null && to != null && from.compareTo(to) > 0) {
                throw new IllegalArgumentException(
                        "expected a range from low to high, found %s..%s".formatted(from, to));
            }
        }

        @Override
        public boolean holds(@Nullable String value) {
            if (value == null) return false;
            try {
                BigDecimal number = new BigDecimal(value);
                return (from == null || number.compareTo(from) >= 0)
                        && (to == null || number.compareTo(to) <= 0);
            } catch (NumberFormatException e) {
                return false;
            }
        }

        @Override
        public String text() {
            return (from == null ? "" : from.toPlainString())
                    + ".."
                    + (to == null ? "" : to.toPlainString());
        }
    }

    /// One of several values, in capitals.
    record OneOf(Set<String> values) implements FieldCondition {
        public OneOf {
            values = Set.copyOf(values);
            if (values.isEmpty() || values.contains("")) {
                throw new IllegalArgumentException(
                        "expected values such as ROUND|OVAL, found '%s'"
                                .formatted(String.join("|", values)));
            }
        }

        @Override
        public boolean holds(@Nullable String value) {
            return value != null && values.contains(value.toUpperCase(Locale.ROOT));
        }

        @Override
        public String text() {
            return String.join("|", new TreeSet<>(values));
        }
    }
}
