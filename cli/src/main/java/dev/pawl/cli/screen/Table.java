package dev.pawl.cli.screen;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// Columns of text, each as wide as its widest cell; numbers are aligned to the right.
public final class Table {
    private static final Pattern CODE = Pattern.compile("\u001b\\[[0-9;]*m");
    private static final Pattern NUMBER = Pattern.compile("-?[0-9][0-9,.]*( ?(%|ms|s|B|KiB|MiB))?");
    private static final String GAP = "  ";

    private final Paint paint;
    private final List<String> head;
    private final List<List<String>> rows = new ArrayList<>();

    public Table(Paint paint, String... head) {
        this.paint = paint;
        this.head = List.of(head);
    }

    public Table row(Object... cells) {
        return row(List.of(cells));
    }

    public Table row(List<?> cells) {
        rows.add(cells.stream().map(cell -> oneLine(String.valueOf(cell))).toList());
        return this;
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    public void print(PrintWriter out) {
        lines().forEach(out::println);
    }

    /// Returns the head and the rows.
    public List<String> lines() {
        List<Column> columns = IntStream.range(0, head.size()).mapToObj(this::column).toList();
        List<String> lines = new ArrayList<>();
        lines.add(paint.bold(line(head, columns)));
        for (List<String> row : rows) lines.add(line(row, columns));
        return lines;
    }

    private static String line(List<String> cells, List<Column> columns) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < cells.size(); i++) {
            String cell = cells.get(i);
            String space = " ".repeat(columns.get(i).width() - length(cell));
            boolean last = i == cells.size() - 1;
            if (columns.get(i).isNumeric()) line.append(space).append(cell);
            else line.append(cell).append(last ? "" : space);
            if (!last) line.append(GAP);
        }
        return line.toString().stripTrailing();
    }

    private Column column(int column) {
        return new Column(width(column), isNumeric(column));
    }

    private int width(int column) {
        int width = length(head.get(column));
        for (List<String> row : rows) width = Math.max(width, length(row.get(column)));
        return width;
    }

    private boolean isNumeric(int column) {
        boolean some = false;
        for (List<String> row : rows) {
            String cell = CODE.matcher(row.get(column)).replaceAll("");
            if (cell.isEmpty() || cell.equals("-")) continue;
            if (!NUMBER.matcher(cell).matches()) return false;
            some = true;
        }
        return some;
    }

    /// Returns how many columns a text occupies; wide characters count as two.
    private static int length(String text) {
        return CODE.matcher(text).replaceAll("").codePoints().map(Table::columns).sum();
    }

    private static int columns(int letter) {
        boolean wide =
                Character.isIdeographic(letter)
                        || (letter >= 0x1100 && letter <= 0x115f)
                        || (letter >= 0xac00 && letter <= 0xd7a3)
                        || (letter >= 0xff00 && letter <= 0xff60)
                        || (letter >= 0x1f300 && letter <= 0x1faff);
        return wide ? 2 : 1;
    }

    /// Returns the text without line breaks and control codes.
    public static String oneLine(String text) {
        StringBuilder line = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt(i);
            boolean ours =
                    letter == '\u001b' && CODE.matcher(text).region(i, text.length()).lookingAt();
            line.append(Character.isISOControl(letter) && !ours ? ' ' : letter);
        }
        return line.toString();
    }

    /// The width of a column, and whether it is aligned to the right.
    private record Column(int width, boolean isNumeric) {}
}
