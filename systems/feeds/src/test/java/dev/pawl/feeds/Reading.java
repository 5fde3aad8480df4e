package dev.pawl.feeds;

import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.Format;
import dev.pawl.feeds.format.Records;
import dev.pawl.feeds.item.FeedItem;
import dev.pawl.feeds.item.ItemLink;
import dev.pawl.feeds.item.Urn;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/// The result of reading a document: its items, and the errors of invalid records.
public record Reading(Edition edition, List<FeedItem> items, List<String> wrong) {
    /// Reads a file with the format that recognises it.
    public static Reading of(List<Format<?>> formats, Path file) throws IOException {
        Document document = Document.of(file).getFirst();
        for (Format<?> format : formats) {
            Optional<Edition> edition = format.recognise(document);
            if (edition.isPresent()) return read(format, document, edition.get());
        }
        throw new AssertionError(
                "expected one of %d formats to recognise %s, found none"
                        .formatted(formats.size(), file));
    }

    /// Returns the names of the formats that recognise a file.
    public static List<String> recognisedBy(List<Format<?>> formats, Path file) throws IOException {
        Document document = Document.of(file).getFirst();
        List<String> names = new ArrayList<>();
        for (Format<?> format : formats) {
            if (format.recognise(document).isPresent()) names.add(format.name());
        }
        return names;
    }

    /// Returns a sample file.
    public static Path sample(String relative) {
        URL found = Reading.class.getResource("/dev/pawl/feeds/sample/" + relative);
        try {
            return Path.of(Objects.requireNonNull(found, relative + " is no sample").toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    public FeedItem item(String urn) {
        Urn wanted = Urn.parse(urn);
        return items.stream()
                .filter(each -> each.urn().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new AssertionError(urn + " was not read"));
    }

    /// Returns the links of an item as texts, `relation id`.
    public List<String> links(String urn) {
        return item(urn).links().stream().map(Reading::text).toList();
    }

    public Stream<FeedItem> kind(String kind) {
        return items.stream().filter(each -> each.kind().equals(kind));
    }

    public Stream<FeedItem> live(String kind) {
        return kind(kind).filter(each -> !each.retired());
    }

    /// Returns all links of one relation.
    public Stream<ItemLink> links(String kind, String relation) {
        return kind(kind)
                .flatMap(each -> each.links().stream())
                .filter(link -> link.relation().equals(relation));
    }

    private static String text(ItemLink link) {
        return link.relation() + " " + link.to().id();
    }

    private static <R> Reading read(Format<R> format, Document document, Edition edition)
            throws IOException {
        List<FeedItem> items = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        try (Records<R> records = format.open(document, edition)) {
            for (R record = records.next(); record != null; record = records.next()) {
                try {
                    items.add(format.map(record, edition));
                } catch (BadRecord e) {
                    wrong.add(e.getMessage());
                }
            }
        }
        return new Reading(edition, items, wrong);
    }
}
