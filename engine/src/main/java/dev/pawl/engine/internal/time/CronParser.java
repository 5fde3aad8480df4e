package dev.pawl.engine.internal.time;

import dev.pawl.engine.internal.time.CronField.Item;
import dev.pawl.engine.internal.time.CronField.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads a cron expression; every complaint says what was expected, found, and at which character.
final class CronParser {
    private static final Map<String, String> SHORTCUTS =
            new TreeMap<>(
                    Map.of(
                            "@hourly", "0 * * * *",
                            "@daily", "0 0 * * *",
                            "@midnight", "0 0 * * *",
                            "@weekly", "0 0 * * 0",
                            "@monthly", "0 0 1 * *",
                            "@yearly", "0 0 1 1 *",
                            "@annually", "0 0 1 1 *"));
    private static final Pattern WORD = Pattern.compile("\\S+");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,4}");
    private static final Pattern NEAREST_WEEKDAY = Pattern.compile("(?i)(\\d+|L)W");
    private static final Pattern LAST_WEEKDAY = Pattern.compile("(?i)(\\d|[a-z]{3})?L");

    private final String expression;

    CronParser(String expression) {
        this.expression = expression;
    }

    /// Returns six fields, the second first.
    List<CronField> parse() {
        String text = expression.strip();
        if (text.startsWith("@")) {
            String meaning = SHORTCUTS.get(text.toLowerCase(Locale.ROOT));
            if (meaning == null) {
                throw fault("expected one of " + SHORTCUTS.keySet(), text, expression.indexOf('@'));
            }
            return new CronParser(meaning).parse();
        }
        List<Token> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(expression);
        while (matcher.find()) {
            words.add(new Token(matcher.group(), matcher.start()));
        }
        return fields(words);
    }

    private List<CronField> fields(List<Token> words) {
        if (words.size() != 5 && words.size() != 6) {
            throw new IllegalArgumentException(
                    "cron expression '%s': expected 5 fields (minute, hour, day of the month,"
                                    .formatted(expression)
                            + " month, day of the week) or 6 with the second before them, found "
                            + words.size());
        }
        List<CronField> fields = new ArrayList<>();
        if (words.size() == 5) {
            fields.add(new CronField(Unit.SECOND, List.of(new Item(0, 0, 1)), true, false));
        }
        Unit[] units = Unit.values();
        for (Token word : words) {
            fields.add(field(units[fields.size()], word));
        }
        return fields;
    }

    private CronField field(Unit unit, Token word) {
        List<Item> items = new ArrayList<>();
        boolean hasLast = false;
        for (Token part : word.split(',')) {
            if (part.text().equalsIgnoreCase("L") && unit == Unit.DAY) {
                hasLast = true;
            } else {
                items.add(item(unit, part));
            }
        }
        boolean isOpen = word.text().startsWith("*") || word.text().startsWith("?");
        return new CronField(unit, items, !isOpen, hasLast);
    }

    private Item item(Unit unit, Token part) {
        refuseExtensions(unit, part);
        List<Token> pieces = part.split('/');
        Token base = pieces.getFirst();
        Token step = pieces.size() > 1 ? pieces.get(1) : null;
        if (pieces.size() > 2) {
            throw fault("expected one step", pieces.get(2));
        }
        if (base.text().equals("?") && unit.isDays() && step == null) {
            return new Item(unit.min(), unit.max(), 1);
        }
        if (base.text().equals("*")) {
            return new Item(unit.min(), unit.max(), step(unit, step));
        }
        return range(unit, base, step);
    }

    private Item range(Unit unit, Token base, @Nullable Token step) {
        List<Token> ends = base.split('-');
        int from = value(unit, ends.getFirst());
        if (ends.size() == 1) {
            int to = step == null ? from : Math.max(from, unit.max());
            return new Item(from, to, step(unit, step));
        }
        if (ends.size() > 2) {
            throw fault("expected a range of two values", base);
        }
        int to = value(unit, ends.get(1));
        if (unit == Unit.WEEKDAY && to == 0 && from > 0) {
            to = 7; // a week may end with its Sunday
        }
        if (to < from) {
            throw fault("expected a range that goes upwards", base);
        }
        return new Item(from, to, step(unit, step));
    }

    private int value(Unit unit, Token token) {
        int named = unit.named(token.text());
        if (named >= 0) {
            return named;
        }
        if (!NUMBER.matcher(token.text()).matches()
                || !unit.allows(Integer.parseInt(token.text()))) {
            throw fault("expected " + unit.expectation(), token);
        }
        return Integer.parseInt(token.text());
    }

    private int step(Unit unit, @Nullable Token token) {
        if (token == null) {
            return 1;
        }
        int max = unit.max() - unit.min();
        int step = NUMBER.matcher(token.text()).matches() ? Integer.parseInt(token.text()) : 0;
        if (step < 1 || step > max) {
            throw fault("expected a step from 1 to " + max, token);
        }
        return step;
    }

    private void refuseExtensions(Unit unit, Token part) {
        if (!unit.isDays()) {
            return;
        }
        if (part.text().contains("#")) {
            throw fault("expected no '#', since the nth weekday of a month is not supported", part);
        }
        if (NEAREST_WEEKDAY.matcher(part.text()).matches()) {
            throw fault("expected no 'W', since the nearest weekday is not supported", part);
        }
        if (unit == Unit.WEEKDAY && LAST_WEEKDAY.matcher(part.text()).matches()) {
            throw fault(
                    "expected no 'L', since it is the last day of the month and the last weekday of"
                            + " one is not supported",
                    part);
        }
    }

    private IllegalArgumentException fault(String expected, Token found) {
        return fault(expected, found.text(), found.at());
    }

    private IllegalArgumentException fault(String expected, String found, int at) {
        return new IllegalArgumentException(
                "cron expression '%s': %s, found '%s' at character %d"
                        .formatted(expression, expected, found, at + 1));
    }

    /// A part of the expression and where it starts.
    private record Token(String text, int at) {
        List<Token> split(char separator) {
            List<Token> parts = new ArrayList<>();
            int from = 0;
            for (int end = text.indexOf(separator); end >= 0; end = text.indexOf(separator, from)) {
                parts.add(new Token(text.substring(from, end), at + from));
                from = end + 1;
            }
            parts.add(new Token(text.substring(from), at + from));
            return parts;
        }
    }
}
