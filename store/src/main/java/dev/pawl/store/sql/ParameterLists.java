package dev.pawl.store.sql;

import java.lang.reflect.Array;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The values of parameters that are the same in all databases: times, and the elements of lists
/// and arrays.
final class ParameterLists {
    private static final int YEAR_MAX = 9999;
    private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");
    private static final Instant AFTER_LAST = Instant.parse("+10000-01-01T00:00:00Z");

    private ParameterLists() {}

    /// Returns a time without the digits that databases do not keep.
    static Instant time(Instant time) {
        if (time.isBefore(FIRST) || !time.isBefore(AFTER_LAST)) {
            throw new IllegalArgumentException(
                    "expected a time in the years 0 to %d, found %s".formatted(YEAR_MAX, time));
        }
        return time.truncatedTo(ChronoUnit.MICROS);
    }

    /// Returns whether a parameter is a list; an array of bytes is one value.
    static boolean isList(Object parameter) {
        boolean isArray = parameter.getClass().isArray() && !(parameter instanceof byte[]);
        return isArray || parameter instanceof Collection;
    }

    /// Returns the elements of a list or an array.
    static List<@Nullable Object> elements(Object parameter) {
        if (parameter instanceof Collection<?> collection) return new ArrayList<>(collection);
        List<@Nullable Object> elements = new ArrayList<>();
        for (int i = 0; i < Array.getLength(parameter); i++) {
            elements.add(Array.get(parameter, i));
        }
        return elements;
    }

    /// Returns the class of all elements that are not null, or null if there are none.
    static @Nullable Class<?> type(List<@Nullable Object> elements) {
        Class<?> type = null;
        for (Object element : elements) {
            if (element == null) continue;
            if (type != null && type != element.getClass()) {
                throw new IllegalArgumentException(
                        "expected a list of one type as a parameter, found %s and %s"
                                .formatted(
                                        type.getSimpleName(), element.getClass().getSimpleName()));
            }
            type = element.getClass();
        }
        return type;
    }

    static IllegalArgumentException unsupported(Class<?> type, String where) {
        return new IllegalArgumentException(
                ("expected a list of texts, numbers, booleans, times or UUIDs as a parameter %s,"
                                + " found one of %s")
                        .formatted(where, type.getSimpleName()));
    }
}
