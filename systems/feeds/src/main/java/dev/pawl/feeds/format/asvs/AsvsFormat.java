package dev.pawl.feeds.format.asvs;

import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.Format;
import dev.pawl.feeds.format.Records;
import dev.pawl.feeds.format.asvs.AsvsEntry.Invalid;
import dev.pawl.feeds.format.asvs.AsvsEntry.Part;
import dev.pawl.feeds.format.asvs.AsvsEntry.Requirement;
import dev.pawl.feeds.item.FeedItem;
import java.io.IOException;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// The format of ASVS in one of its forms.
record AsvsFormat(String name, AsvsForm form) implements Format<AsvsEntry> {
    @Override
    public String source() {
        return "asvs";
    }

    @Override
    public Optional<Edition> recognise(Document document) throws IOException {
        return form.recognise(document);
    }

    @Override
    public Records<AsvsEntry> open(Document document, Edition edition) throws IOException {
        return form.open(document);
    }

    @Override
    public FeedItem map(AsvsEntry record, Edition edition) throws BadRecord {
        return new AsvsMapping(edition.version()).item(record);
    }

    @Override
    public String text(AsvsEntry record) {
        return switch (record) {
            case Requirement(ObjectNode row) -> row.toString();
            case Part(_, ObjectNode facts, _) -> facts.toString();
            case Invalid(String text, _) -> text;
        };
    }
}
