package dev.pawl.feeds.load;

import dev.pawl.feeds.base.Arrival;
import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.Format;
import dev.pawl.feeds.format.Records;
import java.io.IOException;

/// A document that was recognised: what it is, and the digest that names its content.
record Published<R>(Document document, Format<R> format, Edition edition, String digest) {
    Records<R> open() throws IOException {
        return format.open(document, edition);
    }

    Arrival.Origin origin() {
        return new Arrival.Origin(
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
