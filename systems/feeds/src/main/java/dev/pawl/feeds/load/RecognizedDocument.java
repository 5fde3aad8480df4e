package dev.pawl.feeds.load;

import dev.pawl.feeds.database.ParsedItem;
import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.Format;
import dev.pawl.feeds.format.Records;
import java.io.IOException;

/// A recognised document: its format and edition, and the digest of its content.
record RecognizedDocument<R>(Document document, Format<R> format, Edition edition, String digest) {
    Records<R> open() throws IOException {
        return format.open(document, edition);
    }

    ParsedItem.Origin origin() {
        return new ParsedItem.Origin(
                format.source(),
                document.name(),
                digest,
                format.name(),
                edition.catalogue(),
                edition.version(),
                edition.stamp(),
                edition.partial());
    }
}
