package dev.pawl.feeds.format.ssg;

import dev.pawl.feeds.format.BadDocument;
import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.Format;
import dev.pawl.feeds.format.Records;
import dev.pawl.feeds.format.html.HtmlReader;
import dev.pawl.feeds.item.Item;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A web page that the project makes of its content for people: one record, which is the page.
record PageFormat(String name, Page.Look look) implements Format<Item> {
    @Override
    public String source() {
        return "ssg";
    }

    @Override
    public Optional<Edition> recognise(Document document) throws IOException {
        if (!HtmlReader.isOne(document)) return Optional.empty();
        return look.at(document).map(Page::edition);
    }

    @Override
    public Records<Item> open(Document document, Edition edition) throws IOException {
        Page page =
                look.at(document)
                        .orElseThrow(() ->
                                new BadDocument(
                                        "%s: expected what was recognised as %s, found else"
                                                .formatted(document.name(), name)));
        return new Only(new ArrayDeque<>(List.of(page.item())));
    }

    @Override
    public Item map(Item record, Edition edition) {
        return record;
    }

    @Override
    public String text(Item record) {
        return record.content().toString();
    }

    private record Only(Deque<Item> items) implements Records<Item> {
        @Override
        public @Nullable Item next() {
            return items.poll();
        }

        @Override
        public void close() {}
    }
}
