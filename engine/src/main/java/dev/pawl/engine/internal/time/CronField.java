package dev.pawl.engine.internal.time;

import static java.time.DayOfWeek.SUNDAY;

import java.time.Month;
import java.time.format.TextStyle;
import java.util.List;
import java.util.Locale;

/// One field of a cron expression: the values that it allows, and whether it restricts the day.
public final class CronField {
    private final boolean isRestricted;
    private final boolean hasLast;
    private final long bits;

    public CronField(Unit unit, List<Item> items, boolean isRestricted, boolean hasLast) {
        this.isRestricted = isRestricted;
        this.hasLast = hasLast;
        this.bits = bits(unit, items);
    }

    private static long bits(Unit unit, List<Item> items) {
        long bits = 0;
        for (Item item : items) {
            for (int value = item.from(); value <= item.to(); value += item.step()) {
                bits |= 1L << unit.normal(value);
            }
        }
        return bits;
    }

    /// Returns whether the field allows `value`.
    public boolean has(int value) {
        return (bits & 1L << value) != 0;
    }

    /// Returns the first allowed value at or after `value`, or -1.
    public int next(int value) {
        long rest = bits & -1L << value;
        return rest == 0 ? -1 : Long.numberOfTrailingZeros(rest);
    }

    /// Returns whether the field says `L`, the last day of the month, which is no fixed value.
    public boolean hasLast() {
        return hasLast;
    }

    /// Returns false for a field that starts with `*` or `?`.
    public boolean isRestricted() {
        return isRestricted;
    }

    /// Values from one to another in steps.
    public record Item(int from, int to, int step) {}

    /// What a field counts.
    public enum Unit {
        SECOND("second", 0, 59),
        MINUTE("minute", 0, 59),
        HOUR("hour", 0, 23),
        DAY("day of the month", 1, 31),
        MONTH("month", 1, 12),
        WEEKDAY("day of the week", 0, 6);

        private final String label;
        private final int min;
        private final int max;

        Unit(String label, int min, int max) {
            this.label = label;
            this.min = min;
            this.max = max;
        }

        public int min() {
            return min;
        }

        public int max() {
            return max;
        }

        /// Returns whether the number may be written: Sunday is also 7.
        public boolean allows(int value) {
            return value >= min && value <= (this == WEEKDAY ? 7 : max);
        }

        private int normal(int value) {
            return this == WEEKDAY ? value % 7 : value;
        }

        public boolean isDays() {
            return this == DAY || this == WEEKDAY;
        }

        /// Returns a value as a reader says it.
        public String word(int value) {
            return switch (this) {
                case SECOND, MINUTE, HOUR, DAY -> "" + value;
                case MONTH -> Month.of(value).getDisplayName(TextStyle.FULL, Locale.ENGLISH);
                case WEEKDAY -> SUNDAY.plus(value).getDisplayName(TextStyle.FULL, Locale.ENGLISH);
            };
        }

        /// Returns the value that a three-letter name stands for, or -1.
        public int named(String name) {
            boolean hasNames = this == MONTH || this == WEEKDAY;
            for (int value = min; hasNames && value <= max; value++) {
                if (word(value).substring(0, 3).equalsIgnoreCase(name)) {
                    return value;
                }
            }
            return -1;
        }

        /// Returns what may stand here, for an error.
        public String expectation() {
            return switch (this) {
                case HOUR -> "an hour from 0 to 23";
                case SECOND, MINUTE, DAY -> "a %s from %d to %d".formatted(label, min, max);
                case MONTH -> "a month from 1 to 12 or JAN to DEC";
                case WEEKDAY -> "a day of the week from 0 to 7 or SUN to SAT";
            };
        }
    }
}
