package dev.pawl.cli.screen;

import java.util.List;
import java.util.stream.Collectors;

/// Comma-separated values as in RFC 4180.
public final class Csv {
    private Csv() {}

    /// Returns one line of cells, quoted if needed.
    public static String line(List<String> cells) {
        return cells.stream().map(Csv::quoted).collect(Collectors.joining(","));
    }

    private static String quoted(String text) {
        boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
