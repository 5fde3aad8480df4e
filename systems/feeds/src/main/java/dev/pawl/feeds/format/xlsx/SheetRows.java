package dev.pawl.feeds.format.xlsx;

import dev.pawl.feeds.format.BadDocument;
import dev.pawl.feeds.format.Records;
import dev.pawl.feeds.format.xml.Element;
import dev.pawl.feeds.format.xml.XmlReader;
import java.io.IOException;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads the non-empty rows of a sheet.
public final class SheetRows implements Records<SheetRow> {
    private static final Pattern REFERENCE = Pattern.compile("([A-Z]{1,3})[0-9]{1,7}");
    private static final int LETTERS = 26;

    private final XmlReader reader;
    private final SharedStrings strings;
    private long number;

    SheetRows(XmlReader reader, SharedStrings strings) {
        this.reader = reader;
        this.strings = strings;
    }

    @Override
    public @Nullable SheetRow next() throws IOException {
        while (reader.next()) {
            if (!reader.name().equals("row")) continue;
            String where = reader.position();
            SheetRow row = row(reader.element(), where);
            if (!row.cells().isEmpty()) return row;
        }
        return null;
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }

    private SheetRow row(Element element, String where) throws BadDocument {
        number = element.attribute("r").map(r -> digits(r, number + 1)).orElse(number + 1);
        SortedMap<Integer, String> cells = new TreeMap<>();
        int column = -1;
        for (Element cell : element.children("c")) {
            column = column(cell, column + 1, where);
            String value = value(cell, where);
            if (!value.isBlank()) cells.put(column, value);
        }
        return new SheetRow(number, cells);
    }

    private static long digits(String text, long otherwise) {
        return text.matches("[0-9]{1,9}") ? Long.parseLong(text) : otherwise;
    }

    /// Returns the column of a cell from its reference such as `AB12`, or else the next column.
    private static int column(Element cell, int next, String where) throws BadDocument {
        String reference = cell.attribute("r").orElse("");
        if (reference.isEmpty()) return next;
        Matcher matcher = REFERENCE.matcher(reference);
        if (!matcher.matches()) {
            throw new BadDocument(
                    "%s: expected a cell reference such as B3, found '%s'"
                            .formatted(where, reference));
        }
        int column = 0;
        for (char letter : matcher.group(1).toCharArray()) {
            column = column * LETTERS + (letter - 'A' + 1);
        }
        return column - 1;
    }

    private String value(Element cell, String where) throws BadDocument {
        String value = cell.child("v").map(Element::text).orElse("");
        return switch (cell.attribute("t").orElse("n")) {
            case "s" -> strings.get(value, where);
            case "inlineStr" -> cell.child("is").map(SharedStrings::text).orElse("");
            case "b" -> value.equals("1") ? "TRUE" : "FALSE";
            default -> value;
        };
    }
}
