package dev.pawl.feeds.format.mitre;

import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.Format;
import dev.pawl.feeds.format.Records;
import dev.pawl.feeds.format.xml.Element;
import dev.pawl.feeds.format.xml.JsonShape;
import dev.pawl.feeds.format.xml.XmlReader;
import dev.pawl.feeds.item.Item;
import dev.pawl.feeds.item.Link;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The XML file with all of one of MITRE's catalogues.
///
/// @param root the name of its root element
/// @param kinds what entries are, by the name of their element
/// @param shape how an entry is written as JSON
/// @param linking what an entry leads to
public record Catalogue(
        String source, String root, Map<String, String> kinds, JsonShape shape, Linking linking)
        implements Format<Entry> {
    public Catalogue {
        kinds = Map.copyOf(kinds);
    }

    @Override
    public String name() {
        return source.toUpperCase(Locale.ROOT) + " XML";
    }

    @Override
    public Optional<Edition> recognise(Document document) throws IOException {
        return XmlReader.root(document.head())
                .filter(found -> found.name().equals(root))
                .map(this::edition);
    }

    private Edition edition(Element root) {
        return new Edition(source, said(root, "Version"), said(root, "Date"), false);
    }

    /// Before version 3 the attributes had longer names.
    private static String said(Element root, String attribute) {
        return root.attribute(attribute)
                .or(() -> root.attribute("Catalog_" + attribute))
                .orElse("");
    }

    @Override
    public Records<Entry> open(Document document, Edition edition) throws IOException {
        return Entries.open(document, kinds.keySet());
    }

    @Override
    public Item map(Entry entry, Edition edition) throws BadRecord {
        return new Item(
                entry.urn(source),
                kinds.getOrDefault(entry.element().name(), source),
                entry.name(),
                entry.words(),
                entry.content(shape),
                linking.links(entry),
                entry.isWithdrawn(),
                "");
    }

    @Override
    public String text(Entry entry) {
        return entry.toString();
    }

    /// Finds what an entry leads to.
    @FunctionalInterface
    public interface Linking {
        List<Link> links(Entry entry) throws BadRecord;
    }
}
