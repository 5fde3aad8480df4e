package dev.pawl.feeds.format.asvs;

import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.Records;
import dev.pawl.feeds.format.asvs.AsvsEntry.Invalid;
import dev.pawl.feeds.format.asvs.AsvsEntry.Requirement;
import dev.pawl.feeds.format.json.JsonHead;
import dev.pawl.feeds.format.json.JsonList;
import java.io.IOException;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The flat form as JSON: a list of objects.
final class FlatJson implements AsvsForm {
    private static final String LIST = "requirements";
    private static final int RANK = 2;

    @Override
    public Optional<Edition> recognise(Document document) throws IOException {
        JsonHead head = JsonHead.of(document);
        if (!head.list().equals(LIST)) return Optional.empty();
        return head.first()
                .flatMap(row -> AsvsLayout.version(row.propertyNames()))
                .map(version -> AsvsForm.edition(version, RANK));
    }

    @Override
    public Records<AsvsEntry> open(Document document) throws IOException {
        return new AsvsRows<>(JsonList.open(document, LIST), FlatJson::entry);
    }

    private static AsvsEntry entry(JsonNode node) {
        if (node instanceof ObjectNode row) return new Requirement(row);
        String text = node.toString();
        return new Invalid(text, new BadRecord("expected a requirement, found " + text));
    }
}
