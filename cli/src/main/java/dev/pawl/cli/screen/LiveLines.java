package dev.pawl.cli.screen;

import java.io.PrintWriter;
import java.util.List;

/// The last lines of a terminal, redrawn in place; what was printed above them stays.
///
/// The terminal truncates a line that is too long: if it wrapped, the next drawing would start too
/// low.
public final class LiveLines {
    private static final String UNWRAPPED = "\u001b[?7l";
    private static final String WRAPPED = "\u001b[?7h";
    private static final String REST_OF_LINE = "\u001b[K";
    private static final String REST_OF_SCREEN = "\u001b[J";

    private final PrintWriter out;
    private int drawn;

    public LiveLines(PrintWriter out) {
        this.out = out;
    }

    /// Draws lines over the previous ones.
    public void show(List<String> lines) {
        StringBuilder text = new StringBuilder(up()).append(UNWRAPPED);
        for (String line : lines) text.append(line).append(REST_OF_LINE).append('\n');
        out.print(text.append(REST_OF_SCREEN).append(WRAPPED));
        out.flush();
        drawn = lines.size();
    }

    /// Erases the lines.
    public void clear() {
        if (drawn == 0) return;
        out.print(up() + REST_OF_SCREEN);
        out.flush();
        drawn = 0;
    }

    private String up() {
        return drawn == 0 ? "" : "\u001b[%dA\r".formatted(drawn);
    }
}
