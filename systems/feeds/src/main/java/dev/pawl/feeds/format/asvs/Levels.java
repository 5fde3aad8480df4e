package dev.pawl.feeds.format.asvs;

import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.json.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/// At which levels a requirement applies. Whatever applies at one applies at those above it: ASVS 4
/// ticks each, ASVS 5 says the first.
record Levels(List<Boolean> applies) {
    static final int HIGHEST = 3;

    Levels {
        applies = List.copyOf(applies);
    }

    static Levels of(Fields row) throws BadRecord {
        return row.object().has("L") ? from(row) : ticked(row);
    }

    boolean at(int level) {
        return applies.get(level - 1);
    }

    /// Returns the first level at which it applies; 0 if it applies at none.
    int first() {
        return applies.indexOf(true) + 1;
    }

    private static Levels from(Fields row) throws BadRecord {
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
        return new Levels(applies);
    }

    private static Levels ticked(Fields row) throws BadRecord {
        List<Boolean> applies = new ArrayList<>();
        for (int level = 1; level <= HIGHEST; level++) applies.add(isTicked(row, "level" + level));
        return new Levels(applies);
    }

    private static boolean isTicked(Fields row, String field) throws BadRecord {
        JsonNode said = row.object().path(field);
        if (said.isBoolean()) return said.booleanValue();
        return switch (row.optionalText(field).orElse("").strip().toLowerCase(Locale.ROOT)) {
            case "", "false" -> false;
            default -> true;
        };
    }
}
