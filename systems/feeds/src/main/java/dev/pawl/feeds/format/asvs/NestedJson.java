package dev.pawl.feeds.format.asvs;

import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.Records;
import dev.pawl.feeds.format.json.JsonHead;
import dev.pawl.feeds.format.json.JsonList;
import java.io.IOException;
import java.util.Optional;

/// The nested form as JSON: requirements in sections in chapters.
final class NestedJson implements AsvsForm {
    private static final String LIST = "Requirements";
    private static final int RANK = 3;

    @Override
    public Optional<Edition> recognise(Document document) throws IOException {
        JsonHead head = JsonHead.of(document);
        boolean asvs = head.list().equals(LIST) && head.text("ShortName").orElse("").equals("ASVS");
        return asvs
                ? head.text("Version")
                        .filter(AsvsForm::isVersion)
                        .map(version -> AsvsForm.edition(version, RANK))
                : Optional.empty();
    }

    @Override
    public Records<AsvsEntry> open(Document document) throws IOException {
        return new AsvsChapters(JsonList.open(document, LIST));
    }
}
