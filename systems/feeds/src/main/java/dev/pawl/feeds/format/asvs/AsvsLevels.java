package dev.pawl.feeds.format.asvs;

import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.json.JsonFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/// The levels at which a requirement applies. What applies at one level applies at the higher ones:
/// ASVS 4 marks each level, ASVS 5 states only the first.
record AsvsLevels(List<Boolean> applies) {
    static final int HIGHEST = 3;

    AsvsLevels {
        applies = List.copyOf(applies);
    }

    static AsvsLevels of(JsonFields row) throws BadRecord {
        return row.object().has("L") ? from(row) : marked(row);
    }

    boolean at(int level) {
        return applies.get(level - 1);
    }

    /// Returns the first level at which it applies; 0 if it applies at none.
    int first() {
        return applies.indexOf(true) + 1;
    }

    private static AsvsLevels from(JsonFields row) throws BadRecord {
        String text = row.object().path("L").asString("").strip();
        if (!text.matches("[1-" + HIGHEST + "]")) {
            throw new BadRecord(
                    "%s: expected a level from 1 to %d in 'L', found '%s'"
                            .formatted(row.owner(), HIGHEST, text));
        }
        List<Boolean> applies = new ArrayList<>();
        for (int level = 1; level <= HIGHEST; level++) {
            applies.add(level >= Integer.parseInt(text));
        }
        return new AsvsLevels(applies);
    }

    private static AsvsLevels marked(JsonFields row) throws BadRecord {
        List<Boolean> applies = new ArrayList<>();
        for (int level = 1; level <= HIGHEST; level++) applies.add(isMarked(row, "level" + level));
        return new AsvsLevels(applies);
    }

    private static boolean isMarked(JsonFields row, String field) throws BadRecord {
        JsonNode value = row.object().path(field);
        if (value.isBoolean()) return value.booleanValue();
        return switch (row.optionalText(field).orElse("").strip().toLowerCase(Locale.ROOT)) {
            case "", "false" -> false;
            default -> true;
        };
    }
}
