package dev.pawl.feeds.format.xlsx;

import dev.pawl.feeds.format.BadDocument;
import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.xml.Element;
import dev.pawl.feeds.format.xml.XmlReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An Excel workbook: its sheets, and the time of its last change. Holds the shared strings.
public final class Workbook {
    private static final String BOOK = "xl/workbook.xml";
    private static final String RELATIONS = "xl/_rels/workbook.xml.rels";
    private static final String STRINGS = "xl/sharedStrings.xml";
    private static final String PROPERTIES = "docProps/core.xml";

    private final Document document;
    private final SharedStrings strings;
    private final Map<String, Document> sheets;

    private Workbook(Document document, SharedStrings strings, Map<String, Document> sheets) {
        this.document = document;
        this.strings = strings;
        this.sheets = sheets;
    }

    /// Opens a document as a workbook; empty if it is none.
    public static Optional<Workbook> of(Document document) throws IOException {
        Optional<Document> book = document.part(BOOK);
        if (book.isEmpty()) return Optional.empty();
        Map<String, Document> sheets = sheets(document, book.get());
        return Optional.of(
                new Workbook(document, SharedStrings.of(document.part(STRINGS)), sheets));
    }

    /// Returns the names of the sheets in order.
    public List<String> sheets() {
        return List.copyOf(sheets.keySet());
    }

    /// Opens a sheet at the first row.
    public SheetRows open(String sheet) throws IOException {
        Document part = sheets.get(sheet);
        if (part == null) {
            throw new BadDocument(
                    "%s: expected a sheet '%s', found %s"
                            .formatted(document.name(), sheet, sheets.keySet()));
        }
        return new SheetRows(XmlReader.open(part), strings);
    }

    /// Returns the time of the last change from the properties; "" if they have none.
    public String modified() throws IOException {
        return elements(document.part(PROPERTIES), "modified").stream()
                .findFirst()
                .map(Element::text)
                .orElse("");
    }

    private static Map<String, Document> sheets(Document document, Document book)
            throws IOException {
        Map<String, String> targets = new HashMap<>();
        for (Element each : elements(document.part(RELATIONS), "Relationship")) {
            targets.put(each.attribute("Id").orElse(""), each.attribute("Target").orElse(""));
        }
        Map<String, Document> sheets = new LinkedHashMap<>();
        for (Element each : elements(Optional.of(book), "sheet")) {
            String target = targets.getOrDefault(each.attribute("id").orElse(""), "");
            String path = target.startsWith("/") ? target.substring(1) : "xl/" + target;
            String name = each.attribute("name").orElse("");
            Optional<Document> part = document.part(path);
            if (part.isEmpty()) {
                throw new BadDocument(
                        "%s: expected a part '%s' for the sheet '%s', found none"
                                .formatted(document.name(), path, name));
            }
            sheets.put(name, part.get());
        }
        return sheets;
    }

    private static List<Element> elements(Optional<Document> part, String name) throws IOException {
        List<Element> elements = new ArrayList<>();
        if (part.isEmpty()) return elements;
        try (XmlReader reader = XmlReader.open(part.get())) {
            while (reader.next()) {
                if (reader.name().equals(name)) elements.add(reader.element());
            }
        }
        return elements;
    }
}
