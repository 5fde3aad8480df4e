package dev.pawl.feeds.format.xlsx;

import dev.pawl.feeds.format.BadDocument;
import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.xml.Element;
import dev.pawl.feeds.format.xml.XmlContent;
import dev.pawl.feeds.format.xml.XmlReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The shared strings of a workbook, which cells refer to by number.
final class SharedStrings {
    private static final Pattern ESCAPE = Pattern.compile("_x([0-9A-Fa-f]{4})_");
    private static final int HEX = 16;

    private final List<String> strings = new ArrayList<>();

    private SharedStrings() {}

    static SharedStrings of(Optional<Document> part) throws IOException {
        SharedStrings shared = new SharedStrings();
        if (part.isEmpty()) return shared;
        try (XmlReader reader = XmlReader.open(part.get())) {
            while (reader.next()) {
                if (reader.name().equals("si")) shared.strings.add(text(reader.element()));
            }
        }
        return shared;
    }

    String get(String number, String where) throws BadDocument {
        try {
            return strings.get(Integer.parseInt(number));
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            throw new BadDocument(
                    "%s: expected the number of one of %d shared strings, found '%s'"
                            .formatted(where, strings.size(), number),
                    e);
        }
    }

    /// Returns a text that may consist of formatted runs, without phonetic hints.
    static String text(Element item) {
        StringBuilder text = new StringBuilder();
        append(text, item);
        return ESCAPE.matcher(text)
                .replaceAll(match ->
                        String.valueOf((char) Integer.parseInt(match.group(1), HEX))
                                .replace("\\", "\\\\")
                                .replace("$", "\\$"));
    }

    private static void append(StringBuilder text, Element element) {
        for (XmlContent part : element.content()) {
            switch (part) {
                case XmlContent.Text(String value) -> {
                    if (element.name().equals("t")) text.append(value);
                }
                case Element child -> {
                    if (!child.name().equals("rPh")) append(text, child);
                }
            }
        }
    }
}
