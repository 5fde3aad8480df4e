package dev.pawl.controller;

import dev.pawl.machine.JsonCodec;
import dev.pawl.run.Payload;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The differences of two JSON texts, for people: one `path: before → after` each.
final class JsonDifference {
    private static final int DIFFERENCES_MAX = 20;
    private static final int VALUE_CHARS_MAX = 60;

    private final List<String> found = new ArrayList<>();

    private JsonDifference() {}

    static List<String> of(String before, String after) {
        JsonDifference difference = new JsonDifference();
        difference.compare("", value(before), value(after));
        List<String> found = difference.found;
        if (found.size() <= DIFFERENCES_MAX) return found;
        List<String> first = new ArrayList<>(found.subList(0, DIFFERENCES_MAX));
        first.add("… and %d more".formatted(found.size() - DIFFERENCES_MAX));
        return first;
    }

    private static @Nullable Object value(String json) {
        return JsonCodec.JSON.decode(Payload.of(json), Object.class);
    }

    private void compare(String path, @Nullable Object before, @Nullable Object after) {
        if (Objects.equals(before, after)) return;
        if (before instanceof Map<?, ?> one && after instanceof Map<?, ?> other) {
            var names = new TreeSet<String>();
            addTo(names, one.keySet());
            addTo(names, other.keySet());
            for (String name : names) {
                compare(path.isEmpty() ? name : path + "." + name, one.get(name), other.get(name));
            }
        } else if (before instanceof List<?> one
                && after instanceof List<?> other
                && one.size() == other.size()) {
            for (int i = 0; i < one.size(); i++) {
                compare("%s[%d]".formatted(path, i), one.get(i), other.get(i));
            }
        } else {
            String place = path.isEmpty() ? "" : path + ": ";
            found.add(place + text(before) + " → " + text(after));
        }
    }

    private static void addTo(Set<String> names, Collection<?> keys) {
        for (Object key : keys) names.add(String.valueOf(key));
    }

    private static String text(@Nullable Object value) {
        String text = String.valueOf(value);
        return text.length() <= VALUE_CHARS_MAX
                ? text
                : text.substring(0, VALUE_CHARS_MAX - 1) + "…";
    }
}
