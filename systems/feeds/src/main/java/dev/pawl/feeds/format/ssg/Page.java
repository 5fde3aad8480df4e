package dev.pawl.feeds.format.ssg;

import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.item.Item;
import java.io.IOException;
import java.util.Optional;

/// What a page says, found by one look through it: the edition, and the only item of it.
record Page(Edition edition, Item item) {
    /// Looks through a document.
    interface Look {
        /// Returns the page that a document is; empty if it is none of this sort.
        Optional<Page> at(Document document) throws IOException;
    }
}
