package dev.pawl.feeds.format.mitre;

import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.Format;
import dev.pawl.feeds.format.Records;
import dev.pawl.feeds.format.xml.Element;
import dev.pawl.feeds.format.xml.JsonShape;
import dev.pawl.feeds.format.xml.XmlReader;
import dev.pawl.feeds.item.FeedItem;
import dev.pawl.feeds.item.ItemLink;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The XML format of a complete MITRE catalogue.
///
/// @param root the name of the root element
/// @param kinds the kind of an entry by the name of its element
/// @param shape converts an entry to JSON
/// @param linking finds the links of an entry
public record Catalogue(
        String source, String root, Map<String, String> kinds, JsonShape shape, Linking linking)
        implements Format<CatalogueEntry> {
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
        return new Edition(source, attribute(root, "Version"), attribute(root, "Date"), false);
    }

    /// Before version 3 the attributes had longer names.
    private static String attribute(Element root, String name) {
        return root.attribute(name).or(() -> root.attribute("Catalog_" + name)).orElse("");
    }

    @Override
    public Records<CatalogueEntry> open(Document document, Edition edition) throws IOException {
        return CatalogueEntries.open(document, kinds.keySet());
    }

    @Override
    public FeedItem map(CatalogueEntry entry, Edition edition) throws BadRecord {
        return new FeedItem(
                entry.urn(source),
                kinds.getOrDefault(entry.element().name(), source),
                entry.name(),
                entry.searchText(),
                entry.content(shape),
                linking.links(entry),
                entry.isWithdrawn(),
                "");
    }

    /// Finds the links of an entry.
    @FunctionalInterface
    public interface Linking {
        List<ItemLink> links(CatalogueEntry entry) throws BadRecord;
    }
}
