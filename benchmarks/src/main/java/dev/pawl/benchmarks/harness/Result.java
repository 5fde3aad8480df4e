package dev.pawl.benchmarks.harness;

import dev.pawl.machine.JsonCodec;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A measured figure with its yardsticks beside it; without a value it could not be measured.
public record Result(
        String name,
        String what,
        @Nullable Double value,
        String unit,
        String bar,
        boolean met,
        Map<String, Object> beside) {
    private static final MathContext DIGITS = new MathContext(4);

    public Result {
        value = value == null ? null : rounded(value);
        Map<String, Object> all = new LinkedHashMap<>();
        beside.forEach((label, v) -> all.put(label, v instanceof Double d ? rounded(d) : v));
        beside = Collections.unmodifiableMap(all);
    }

    /// Returns the result of a skipped row, with the reason.
    public static Result skipped(Row row, String why) {
        return unmeasured(row, Map.of("skipped", why));
    }

    /// Returns the result of a failed row.
    public static Result failed(Row row, Throwable error) {
        Throwable cause = error.getCause();
        String why = cause == null ? error.toString() : error + ", because of " + cause;
        return unmeasured(row, Map.of("failed", why));
    }

    private static Result unmeasured(Row row, Map<String, Object> why) {
        return new Result(row.name(), "not measured", null, "", row.bar(), false, why);
    }

    /// Returns this result with a note if it was measured at a smaller scale than the bar is meant
    /// for.
    public Result at(Scale scale) {
        if (scale == Scale.FULL) return this;
        Map<String, Object> more = new LinkedHashMap<>(beside);
        more.put("scale", scale.name().toLowerCase(Locale.ROOT));
        return new Result(name, what, value, unit, bar, met, more);
    }

    /// Returns whether the measurement failed; a figure that misses its bar is a valid result.
    public boolean isFailed() {
        return beside.containsKey("failed");
    }

    /// Returns the row as one JSON object on one line.
    public String json() {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("name", name);
        row.put("value", value);
        row.put("unit", unit);
        row.put("bar", bar);
        row.put("met", met);
        row.put("beside", beside);
        return JsonCodec.JSON.encode(row).text();
    }

    /// Returns the row as readable text.
    public String text() {
        StringBuilder text = new StringBuilder();
        text.append("%s: %s%n".formatted(name, what));
        if (value != null) text.append("    %s %s%n".formatted(shown(value), unit));
        int width = beside.keySet().stream().mapToInt(key -> words(key).length()).max().orElse(0);
        beside.forEach((key, v) ->
                text.append("      %s  %s%n".formatted(padded(words(key), width), shown(v))));
        String verdict = value == null ? "not measured" : met ? "met" : "NOT met";
        text.append("    bar: %s: %s%n".formatted(bar, verdict));
        return text.toString();
    }

    /// Returns "raw log steps per second" for `rawLogStepsPerSecond`.
    private static String words(String key) {
        return key.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(width - text.length());
    }

    private static String shown(Object value) {
        if (!(value instanceof Double number)) return String.valueOf(value);
        boolean whole = Math.abs(number) >= 1_000;
        return whole
                ? "%,d".formatted(Math.round(number))
                : BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }

    private static double rounded(double value) {
        return Double.isFinite(value) ? BigDecimal.valueOf(value).round(DIGITS).doubleValue() : 0;
    }
}
