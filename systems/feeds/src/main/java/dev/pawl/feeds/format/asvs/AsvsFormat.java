package dev.pawl.feeds.format.asvs;

import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.Format;
import dev.pawl.feeds.format.Records;
import dev.pawl.feeds.format.asvs.Entry.Part;
import dev.pawl.feeds.format.asvs.Entry.Requirement;
import dev.pawl.feeds.format.asvs.Entry.Wrong;
import dev.pawl.feeds.item.Item;
import java.io.IOException;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// The standard in one of its forms.
record AsvsFormat(String name, Form form) implements Format<Entry> {
    @Override
    public String source() {
        return "asvs";
    }

    @Override
    public Optional<Edition> recognise(Document document) throws IOException {
        return form.recognise(document);
    }

    @Override
    public Records<Entry> open(Document document, Edition edition) throws IOException {
        return form.open(document);
    }

    @Override
    public Item map(Entry record, Edition edition) throws BadRecord {
        return new Mapping(edition.version()).item(record);
    }

    @Override
    public String text(Entry record) {
        return switch (record) {
            case Requirement(ObjectNode row) -> row.toString();
            case Part(_, ObjectNode facts, _) -> facts.toString();
            case Wrong(String text, _) -> text;
        };
    }
}
