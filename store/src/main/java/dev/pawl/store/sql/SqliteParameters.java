package dev.pawl.store.sql;

import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Sets the parameters of a step's SQL in SQLite, which has no decimals, times, UUIDs and arrays:
/// they are texts.
final class SqliteParameters {
    // Of fixed width, so that times sort as texts.
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    private SqliteParameters() {}

    static void set(PreparedStatement statement, int place, @Nullable Object parameter)
            throws SQLException {
        Object value =
                switch (parameter) {
                    case null -> null;
                    case Object list when ParameterLists.isList(list) -> json(list);
                    case Object one -> single(one);
                };
        statement.setObject(place, value);
    }

    private static Object single(Object value) {
        return switch (value) {
            case BigDecimal decimal -> decimal.toPlainString();
            case Instant time -> TIME.format(ParameterLists.time(time));
            case UUID id -> id.toString();
            default -> value;
        };
    }

    private static String json(Object list) {
        List<@Nullable Object> elements = ParameterLists.elements(list);
        ParameterLists.type(elements);
        StringJoiner json = new StringJoiner(",", "[", "]");
        for (Object element : elements) json.add(element == null ? "null" : element(element));
        return json.toString();
    }

    private static String element(Object element) {
        return switch (single(element)) {
            case String text -> quoted(text);
            case Double real when !Double.isFinite(real) -> throw notFinite(real);
            case Float real when !Float.isFinite(real) -> throw notFinite(real);
            case Number number -> number.toString();
            case Boolean flag -> flag.toString();
            default -> throw ParameterLists.unsupported(element.getClass(), "in SQLite");
        };
    }

    private static IllegalArgumentException notFinite(Number found) {
        return new IllegalArgumentException(
                "expected finite numbers in a list as a parameter in SQLite, found " + found);
    }

    private static String quoted(String text) {
        StringBuilder json = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') json.append('\\').append(c);
            else if (c < ' ') json.append("\\u%04x".formatted((int) c));
            else json.append(c);
        }
        return json.append('"').toString();
    }
}
