package dev.pawl.feeds.format.asvs;

import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.Records;
import dev.pawl.feeds.format.asvs.Entry.Requirement;
import dev.pawl.feeds.format.asvs.Entry.Wrong;
import dev.pawl.feeds.format.json.JsonHead;
import dev.pawl.feeds.format.json.JsonList;
import java.io.IOException;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The table as JSON: a list of objects.
final class FlatJson implements Form {
    private static final String LIST = "requirements";
    private static final int RANK = 2;

    @Override
    public Optional<Edition> recognise(Document document) throws IOException {
        JsonHead head = JsonHead.of(document);
        if (!head.list().equals(LIST)) return Optional.empty();
        return head.first()
                .flatMap(row -> Layout.version(row.propertyNames()))
                .map(version -> Form.edition(version, RANK));
    }

    @Override
    public Records<Entry> open(Document document) throws IOException {
        return new Rows<>(JsonList.open(document, LIST), FlatJson::entry);
    }

    private static Entry entry(JsonNode node) {
        if (node instanceof ObjectNode row) return new Requirement(row);
        String text = node.toString();
        return new Wrong(text, new BadRecord("expected a requirement as an object, found " + text));
    }
}
