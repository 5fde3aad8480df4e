package dev.pawl.feeds.format.ssg;

import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.Format;
import dev.pawl.feeds.format.Records;
import dev.pawl.feeds.format.xml.Element;
import dev.pawl.feeds.format.xml.XmlReader;
import dev.pawl.feeds.item.FeedItem;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/// The format of an XCCDF benchmark, alone or as the first one in a SCAP data stream.
final class Checklist implements Format<ChecklistPart> {
    static final String BENCHMARK = "Benchmark";

    private static final String COLLECTION = "data-stream-collection";
    private static final String XCCDF = "http://checklists.nist.gov/xccdf/";
    private static final String SCAP = "http://scap.nist.gov/schema/scap/source/";
    private static final Set<String> ITEMS = Set.of("Profile", "Group", "Rule", "Value");
    private static final Set<String> PATH = Set.of(COLLECTION, "component", BENCHMARK);

    @Override
    public String name() {
        return "SSG XCCDF";
    }

    @Override
    public String source() {
        return "ssg";
    }

    @Override
    public Optional<Edition> recognise(Document document) throws IOException {
        boolean candidate = XmlReader.root(document.head()).filter(Checklist::isOne).isPresent();
        if (!candidate) return Optional.empty();
        try (XmlReader reader = XmlReader.open(document)) {
            return toBenchmark(reader) ? edition(reader) : Optional.empty();
        }
    }

    @Override
    public Records<ChecklistPart> open(Document document, Edition edition) throws IOException {
        XmlReader reader = XmlReader.open(document);
        try {
            toBenchmark(reader);
            return new ChecklistRecords(reader, names(edition));
        } catch (IOException e) {
            reader.close();
            throw e;
        }
    }

    @Override
    public FeedItem map(ChecklistPart record, Edition edition) throws BadRecord {
        return new ChecklistMapping(names(edition)).item(record);
    }

    @Override
    public String text(ChecklistPart record) {
        return record.element().toString();
    }

    private static SsgNames names(Edition edition) {
        return new SsgNames(edition.catalogue().substring("ssg-".length()));
    }

    private static boolean isOne(Element root) {
        return (root.name().equals(COLLECTION) && root.namespace().startsWith(SCAP))
                || (root.name().equals(BENCHMARK) && root.namespace().startsWith(XCCDF));
    }

    /// Moves to the benchmark, and skips other parts of a data stream.
    private static boolean toBenchmark(XmlReader reader) throws IOException {
        while (reader.next()) {
            if (reader.name().equals(BENCHMARK)) return true;
            if (!PATH.contains(reader.name())) reader.skip();
        }
        return false;
    }

    private static Optional<Edition> edition(XmlReader reader) throws IOException {
        Optional<SsgNames> names = SsgNames.ofBenchmark(reader.tag().attribute("id").orElse(""));
        return names.isPresent() ? Optional.of(edition(names.get(), reader)) : Optional.empty();
    }

    private static Edition edition(SsgNames names, XmlReader reader) throws IOException {
        String version = "";
        String stamp = "";
        int inside = reader.depth() + 1;
        while (reader.next() && reader.depth() == inside && !ITEMS.contains(reader.name())) {
            Element element = reader.element();
            if (element.name().equals("version")) version = element.text();
            if (element.name().equals("status")) stamp = later(stamp, element);
        }
        return new Edition("ssg-" + names.product(), version, stamp, false);
    }

    private static String later(String stamp, Element status) {
        String date = status.attribute("date").orElse("");
        return date.compareTo(stamp) > 0 ? date : stamp;
    }
}
