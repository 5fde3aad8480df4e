package dev.pawl.engine;

import dev.pawl.engine.CronField.Item;
import dev.pawl.engine.CronField.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Says a cron expression in English.
final class CronWords {
    private CronWords() {}

    /// Returns the phrase for second, minute and hour, and day, month and day of the week.
    static String of(List<CronField> time, List<CronField> date) {
        String days = days(date.get(0), date.get(2));
        String months = date.get(1).isAny() ? "" : " in " + values(date.get(1));
        return time(time.get(0), time.get(1), time.get(2)) + days + months;
    }

    private static String time(CronField second, CronField minute, CronField hour) {
        if (minute.isSingle() && second.isSingle() && isFewValues(hour)) {
            return "at " + join(clockTimes(second, minute, hour));
        }
        List<CronField> parts = new ArrayList<>(List.of(second, minute, hour));
        while (isZero(parts.getFirst()) && (parts.size() > 2 || hour.isAll())) {
            parts.removeFirst();
        }
        while (parts.size() > 1 && parts.getLast().isAny() && parts.get(parts.size() - 2).isAll()) {
            parts.removeLast();
        }
        String at = parts.getFirst().isAll() ? "" : "at ";
        return at + parts.stream().map(CronWords::each).collect(Collectors.joining(" of "));
    }

    private static boolean isZero(CronField field) {
        return field.isSingle() && field.has(0);
    }

    private static boolean isFewValues(CronField field) {
        return field.items().stream().allMatch(Item::isSingle);
    }

    private static List<String> clockTimes(CronField second, CronField minute, CronField hour) {
        int s = second.next(0);
        String seconds = s == 0 ? "" : ":%02d".formatted(s);
        return hour.items().stream()
                .map(item -> "%02d:%02d%s".formatted(item.from(), minute.next(0), seconds))
                .toList();
    }

    private static String each(CronField field) {
        if (field.isAny()) {
            return "every " + field.unit().label();
        }
        if (field.isAll()) {
            return "every %d %ss".formatted(field.items().getFirst().step(), field.unit().label());
        }
        String plural = field.isSingle() ? "" : "s";
        return "%s%s %s".formatted(field.unit().label(), plural, values(field));
    }

    private static String days(CronField day, CronField weekday) {
        String number = day.isAny() ? "" : " on " + numbers(day);
        if (weekday.isAny()) {
            return number;
        }
        if (day.isAny()) {
            return " on " + values(weekday);
        }
        boolean isEither = day.isRestricted() && weekday.isRestricted();
        return "%s%s %s".formatted(number, isEither ? " or on" : ", if it is", values(weekday));
    }

    private static String numbers(CronField day) {
        if (day.items().isEmpty()) {
            return "the last day of the month";
        }
        String days = day.isSingle() ? "day" : "days";
        String last = day.hasLast() ? " and the last day" : "";
        return "%s %s%s of the month".formatted(days, values(day), last);
    }

    private static String values(CronField field) {
        return join(field.items().stream().map(item -> value(field.unit(), item)).toList());
    }

    private static String value(Unit unit, Item item) {
        if (item.isSingle()) {
            return unit.word(item.from());
        }
        String range = "%s to %s".formatted(unit.word(item.from()), unit.word(item.to()));
        return item.step() == 1 ? range : "%s in steps of %d".formatted(range, item.step());
    }

    private static String join(List<String> words) {
        if (words.size() < 2) {
            return String.join("", words);
        }
        String head = String.join(", ", words.subList(0, words.size() - 1));
        return head + " and " + words.getLast();
    }
}
