package dev.pawl.feeds.format.csv;

import dev.pawl.feeds.format.BadDocument;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Splits UTF-8 text into rows and cells: quoted or not, with commas and line breaks in quotes,
/// CRLF or LF, with or without a byte order mark.
final class CsvReader implements AutoCloseable {
    private static final int END = -1;
    private static final int BYTE_ORDER_MARK = 0xfeff;
    // The longest real rows have about 20 KB.
    private static final int ROW_CHARS_MAX = 4 << 20;
    private static final int CELLS_MAX = 1_000;

    private final Reader in;
    private final String name;
    private int next;
    private long line = 1;
    private long rowLine = 1;
    private int chars;

    CsvReader(InputStream in, String name) throws IOException {
        this.name = name;
        this.in =
                new BufferedReader(
                        new InputStreamReader(
                                in,
                                StandardCharsets.UTF_8
                                        .newDecoder()
                                        .onMalformedInput(CodingErrorAction.REPORT)));
        advance();
        if (next == BYTE_ORDER_MARK) advance();
    }

    /// Returns the cells of the next non-empty row, or null after the last.
    @Nullable List<String> next() throws IOException {
        while (next == '\n' || next == '\r') advance();
        if (next == END) return null;
        rowLine = line;
        chars = 0;
        List<String> cells = new ArrayList<>();
        cells.add(cell());
        while (next == ',') {
            advance();
            cells.add(cell());
            if (cells.size() > CELLS_MAX)
                throw bad("at most %d cells".formatted(CELLS_MAX), "more");
        }
        if (next == '\r') advance();
        if (next != '\n' && next != END) throw bad("a comma or the end of the line", shown());
        return cells;
    }

    /// Returns the line at which the last row starts.
    long line() {
        return rowLine;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private String cell() throws IOException {
        StringBuilder cell = new StringBuilder();
        if (next == '"') {
            quoted(cell);
            return cell.toString();
        }
        while (next != ',' && next != '\n' && next != '\r' && next != END) append(cell);
        return cell.toString();
    }

    private void quoted(StringBuilder cell) throws IOException {
        advance();
        while (true) {
            if (next == END) throw bad("a closing quote", "the end of the document");
            if (next == '"') {
                advance();
                if (next != '"') return;
            }
            append(cell);
        }
    }

    private void append(StringBuilder cell) throws IOException {
        cell.append((char) next);
        if (++chars > ROW_CHARS_MAX) {
            throw bad("at most %d characters in a row".formatted(ROW_CHARS_MAX), "more");
        }
        advance();
    }

    private void advance() throws IOException {
        if (next == '\n') line++;
        try {
            next = in.read();
        } catch (CharacterCodingException e) {
            throw bad("UTF-8", "other bytes");
        }
    }

    private String shown() {
        return "'%c'".formatted(next);
    }

    private BadDocument bad(String expected, String found) {
        return new BadDocument(
                "%s, line %d: expected %s, found %s; the row starts at line %d"
                        .formatted(name, line, expected, found, rowLine));
    }
}
