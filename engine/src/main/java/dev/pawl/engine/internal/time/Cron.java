package dev.pawl.engine.internal.time;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A cron expression: times of day, days and months, as a value.
///
/// Five fields, minute, hour, day of the month, month and day of the week, or six with the second
/// before them; or `@hourly`, `@daily`, `@weekly`, `@monthly`, `@yearly`. A field is `*`, a value,
/// a range `1-5`, a step `*/15`, `8-18/2` or `5/10`, or a list of these. Months and days of the
/// week have names (`JAN`, `MON`), Sunday is 0 and 7, `L` is the last day of the month, and `?` is
/// `*` in a field of days. As ever in cron, a day has to match one of the two fields of days if
/// both are restricted, that is if neither starts with `*` or `?`, and both of them if not.
///
/// Every local time fires once. One that a clock change skips fires at the end of the gap, with all
/// others that the gap skips; one that a clock change repeats fires the first time only.
public final class Cron {
    /// The search goes no further: 29 February on a given day of the week comes within 40 years.
    private static final int YEARS_MAX = 100;

    /// The last year whose times are looked for, far from the end of the calendar.
    private static final Instant LATEST = Instant.parse("9899-01-01T00:00:00Z");

    private final String expression;
    private final CronField second;
    private final CronField minute;
    private final CronField hour;
    private final CronField day;
    private final CronField month;
    private final CronField weekday;

    private Cron(String expression, List<CronField> fields) {
        this.expression = expression;
        second = fields.get(0);
        minute = fields.get(1);
        hour = fields.get(2);
        day = fields.get(3);
        month = fields.get(4);
        weekday = fields.get(5);
    }

    /// Returns the meaning of `expression`, or throws with what was expected, found, and where.
    public static Cron parse(String expression) {
        return new Cron(expression, new CronParser(expression).parse());
    }

    /// Returns the first time after `after` in `zone`, or empty if there is none in a hundred
    /// years: 30 February never comes.
    public Optional<Instant> next(Instant after, ZoneId zone) {
        if (after.isAfter(LATEST)) {
            return Optional.empty();
        }
        ZoneRules rules = zone.getRules();
        LocalDateTime local = LocalDateTime.ofInstant(after, rules.getOffset(after));
        LocalDateTime from = local.truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
        while (true) {
            LocalDateTime match = matchFrom(from);
            if (match == null) {
                return Optional.empty();
            }
            Instant instant = instant(match, rules);
            if (instant.isAfter(after)) {
                return Optional.of(instant);
            }
            // The clock shows this hour for the second time, and fired the first time: continue
            // after it.
            from = rules.getTransition(match).getDateTimeBefore();
        }
    }

    private static Instant instant(LocalDateTime local, ZoneRules rules) {
        List<ZoneOffset> offsets = rules.getValidOffsets(local);
        if (!offsets.isEmpty()) {
            return local.toInstant(offsets.getFirst());
        }
        ZoneOffsetTransition gap = rules.getTransition(local);
        return gap.getInstant();
    }

    /// Returns the first matching local time at or after `from`, or null if none comes.
    private @Nullable LocalDateTime matchFrom(LocalDateTime from) {
        LocalDate date = from.toLocalDate();
        LocalDate end = date.plusYears(YEARS_MAX);
        LocalTime earliest = from.toLocalTime();
        while (date.isBefore(end)) {
            if (!month.has(date.getMonthValue())) {
                date = date.withDayOfMonth(1).plusMonths(1);
            } else {
                LocalTime time = isOn(date) ? timeFrom(earliest) : null;
                if (time != null) {
                    return date.atTime(time);
                }
                date = date.plusDays(1);
            }
            earliest = LocalTime.MIDNIGHT;
        }
        return null;
    }

    private boolean isOn(LocalDate date) {
        int number = date.getDayOfMonth();
        boolean isLast = day.hasLast() && number == date.lengthOfMonth();
        boolean isDay = isLast || day.has(number);
        boolean isWeekday = weekday.has(date.getDayOfWeek().getValue() % 7);
        boolean isEither = day.isRestricted() && weekday.isRestricted();
        return isEither ? isDay || isWeekday : isDay && isWeekday;
    }

    private @Nullable LocalTime timeFrom(LocalTime earliest) {
        int h = hour.next(earliest.getHour());
        while (h >= 0) {
            boolean isSameHour = h == earliest.getHour();
            int m = minute.next(isSameHour ? earliest.getMinute() : 0);
            while (m >= 0) {
                boolean isSameMinute = isSameHour && m == earliest.getMinute();
                int s = second.next(isSameMinute ? earliest.getSecond() : 0);
                if (s >= 0) {
                    return LocalTime.of(h, m, s);
                }
                m = minute.next(m + 1);
            }
            h = hour.next(h + 1);
        }
        return null;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Cron cron && expression.equals(cron.expression);
    }

    @Override
    public int hashCode() {
        return expression.hashCode();
    }

    /// Returns the expression as it was given.
    @Override
    public String toString() {
        return expression;
    }
}
