package dev.pawl.feeds.format.cve;

import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.json.Fields;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Lists in records.
final class Lists {
    private static final int SHOWN_CHARS_MAX = 60;

    private Lists() {}

    /// Returns the elements of a list that may be missing; what is there must be a list.
    static Iterable<JsonNode> of(Fields fields, String field) throws BadRecord {
        JsonNode value = fields.object().path(field);
        if (value.isMissingNode() || value.isNull()) return List.of();
        if (value.isArray()) return value;
        String found = value.toString();
        boolean fits = found.length() <= SHOWN_CHARS_MAX;
        throw new BadRecord(
                "%s: expected a list in '%s', found %s"
                        .formatted(
                                fields.owner(),
                                field,
                                fits ? found : found.substring(0, SHOWN_CHARS_MAX) + "…"));
    }
}
