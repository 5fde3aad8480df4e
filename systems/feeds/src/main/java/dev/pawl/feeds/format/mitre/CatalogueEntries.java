package dev.pawl.feeds.format.mitre;

import dev.pawl.feeds.format.BadDocument;
import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Records;
import dev.pawl.feeds.format.xml.Element;
import dev.pawl.feeds.format.xml.XmlReader;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads the entries of a catalogue one after the other.
///
/// The document is read twice, because the works that entries cite are listed at its end.
final class CatalogueEntries implements Records<CatalogueEntry> {
    private static final String WORKS = "External_References";
    private static final String WORK = "External_Reference";
    private static final int WORKS_MAX = 50_000;
    private static final int LIST_DEPTH = 2;
    private static final int ENTRY_DEPTH = 3;

    private final XmlReader xml;
    private final Set<String> names;
    private final Map<String, Element> works;

    private CatalogueEntries(XmlReader xml, Set<String> names, Map<String, Element> works) {
        this.xml = xml;
        this.names = names;
        this.works = works;
    }

    static CatalogueEntries open(Document document, Set<String> names) throws IOException {
        Map<String, Element> works = works(document);
        return new CatalogueEntries(XmlReader.open(document), names, works);
    }

    @Override
    public @Nullable CatalogueEntry next() throws IOException {
        while (xml.next()) {
            if (xml.depth() < ENTRY_DEPTH) continue;
            if (names.contains(xml.name())) return new CatalogueEntry(xml.element(), works);
            xml.skip();
        }
        return null;
    }

    @Override
    public void close() throws IOException {
        xml.close();
    }

    private static Map<String, Element> works(Document document) throws IOException {
        Map<String, Element> works = new HashMap<>();
        try (XmlReader xml = XmlReader.open(document)) {
            while (xml.next()) {
                if (xml.depth() == LIST_DEPTH && !xml.name().equals(WORKS)) xml.skip();
                if (xml.depth() == ENTRY_DEPTH && xml.name().equals(WORK)) {
                    Element work = xml.element();
                    work.attribute("Reference_ID").ifPresent(id -> works.put(id, work));
                }
                if (works.size() > WORKS_MAX) {
                    throw new BadDocument(
                            "%s: expected at most %d elements %s, found more"
                                    .formatted(xml.position(), WORKS_MAX, WORK));
                }
            }
        }
        return Map.copyOf(works);
    }
}
