package dev.pawl.feeds.format.ssg;

import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.item.FeedItem;
import java.io.IOException;
import java.util.Optional;

/// The edition and the single item of a page.
record GuidePage(Edition edition, FeedItem item) {
    /// Reads a page.
    interface PageReader {
        /// Returns the page; empty if the document is another kind of page.
        Optional<GuidePage> read(Document document) throws IOException;
    }
}
