package dev.pawl.feeds.format.mitre;

import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.Records;
import dev.pawl.feeds.format.xml.Element;
import dev.pawl.feeds.format.xml.XmlReader;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/// One of MITRE's catalogues: the name of its editions, the name of its root element, and the names
/// of the elements that are entries.
public record Catalogue(String name, String root, Set<String> entries) {
    public Catalogue {
        entries = Set.copyOf(entries);
    }

    /// Returns which edition of this catalogue a document is; empty if it is none.
    public Optional<Edition> recognise(Document document) throws IOException {
        return XmlReader.root(document.head())
                .filter(found -> found.name().equals(root))
                .map(this::edition);
    }

    /// Begins to read the entries of a document, in their order.
    public Records<Entry> open(Document document) throws IOException {
        return Entries.open(document, entries);
    }

    private Edition edition(Element root) {
        return new Edition(name, said(root, "Version"), said(root, "Date"), false);
    }

    /// Before version 3 the attributes had longer names.
    private static String said(Element root, String attribute) {
        return root.attribute(attribute)
                .or(() -> root.attribute("Catalog_" + attribute))
                .orElse("");
    }
}
