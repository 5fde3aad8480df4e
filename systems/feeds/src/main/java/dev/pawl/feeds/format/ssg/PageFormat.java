package dev.pawl.feeds.format.ssg;

import dev.pawl.feeds.format.BadDocument;
import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.Format;
import dev.pawl.feeds.format.Records;
import dev.pawl.feeds.format.html.HtmlReader;
import dev.pawl.feeds.item.FeedItem;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The format of a web page that the project generates: it has one record, the page.
record PageFormat(String name, GuidePage.PageReader reader) implements Format<FeedItem> {
    @Override
    public String source() {
        return "ssg";
    }

    @Override
    public Optional<Edition> recognise(Document document) throws IOException {
        if (!HtmlReader.isOne(document)) return Optional.empty();
        return reader.read(document).map(GuidePage::edition);
    }

    @Override
    public Records<FeedItem> open(Document document, Edition edition) throws IOException {
        GuidePage page =
                reader.read(document)
                        .orElseThrow(() ->
                                new BadDocument(
                                        "%s: expected %s, found another kind of page"
                                                .formatted(document.name(), name)));
        return new Only(new ArrayDeque<>(List.of(page.item())));
    }

    @Override
    public FeedItem map(FeedItem record, Edition edition) {
        return record;
    }

    @Override
    public String text(FeedItem record) {
        return record.content().toString();
    }

    private record Only(Deque<FeedItem> items) implements Records<FeedItem> {
        @Override
        public @Nullable FeedItem next() {
            return items.poll();
        }

        @Override
        public void close() {}
    }
}
