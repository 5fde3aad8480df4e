package dev.pawl.engine;

import java.util.List;
import java.util.Locale;

/// One field of a cron expression: the values that it allows, and how it was said.
///
/// `isRestricted` is false for a field that begins with `*` or `?`; `hasLast` is true for one with
/// an `L`, the last day of the month, which is no fixed value.
record CronField(Unit unit, List<Item> items, boolean isRestricted, boolean hasLast) {
    CronField {
        items = List.copyOf(items);
    }

    boolean has(int value) {
        return (bits() & 1L << value) != 0;
    }

    /// Returns the first allowed value at or after `value`, or -1.
    int next(int value) {
        for (int candidate = value; candidate <= unit.max; candidate++) {
            if (has(candidate)) {
                return candidate;
            }
        }
        return -1;
    }

    private long bits() {
        long bits = 0;
        for (Item item : items) {
            for (int value = item.from(); value <= item.to(); value += item.step()) {
                bits |= 1L << unit.normal(value);
            }
        }
        return bits;
    }

    /// Returns whether the field is a plain `*` or `?`.
    boolean isAny() {
        return !isRestricted && items.size() == 1 && items.getFirst().step() == 1;
    }

    /// Returns whether the field is one value, and which cannot be told without looking.
    boolean isSingle() {
        return !hasLast && items.size() == 1 && items.getFirst().isSingle();
    }

    /// Values from one to another in steps.
    record Item(int from, int to, int step) {
        boolean isSingle() {
            return from == to;
        }
    }

    /// What a field counts.
    enum Unit {
        SECOND("second", 0, 59),
        MINUTE("minute", 0, 59),
        HOUR("hour", 0, 23),
        DAY("day of the month", 1, 31),
        MONTH(
                "month",
                1,
                12,
                "January",
                "February",
                "March",
                "April",
                "May",
                "June",
                "July",
                "August",
                "September",
                "October",
                "November",
                "December"),
        WEEKDAY(
                "day of the week",
                0,
                6,
                "Sunday",
                "Monday",
                "Tuesday",
                "Wednesday",
                "Thursday",
                "Friday",
                "Saturday");

        private final String label;
        private final int min;
        private final int max;
        private final List<String> names;

        Unit(String label, int min, int max, String... names) {
            this.label = label;
            this.min = min;
            this.max = max;
            this.names = List.of(names);
        }

        int min() {
            return min;
        }

        int max() {
            return max;
        }

        /// Returns whether the number may be written: Sunday is also 7.
        boolean allows(int value) {
            return value >= min && value <= (this == WEEKDAY ? 7 : max);
        }

        private int normal(int value) {
            return this == WEEKDAY ? value % 7 : value;
        }

        boolean isDays() {
            return this == DAY || this == WEEKDAY;
        }

        /// Returns the value that a three-letter name stands for, or -1.
        int named(String word) {
            for (int i = 0; i < names.size(); i++) {
                if (names.get(i).substring(0, 3).equalsIgnoreCase(word)) {
                    return min + i;
                }
            }
            return -1;
        }

        /// Returns a value as a reader says it.
        String word(int value) {
            return names.isEmpty() ? "" + value : names.get(normal(value) - min);
        }

        String label() {
            return label;
        }

        /// Returns what may stand here, for an error.
        String expectation() {
            String range = "a %s from %d to %d".formatted(label, min, this == WEEKDAY ? 7 : max);
            String article = this == HOUR ? range.replaceFirst("a ", "an ") : range;
            return names.isEmpty()
                    ? article
                    : "%s or %s to %s".formatted(article, brief(0), brief(names.size() - 1));
        }

        private String brief(int index) {
            return names.get(index).substring(0, 3).toUpperCase(Locale.ROOT);
        }
    }
}
