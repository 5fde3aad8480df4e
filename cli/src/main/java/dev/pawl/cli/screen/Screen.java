package dev.pawl.cli.screen;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;

/// The whole terminal: entered, redrawn, and restored when it is left.
///
/// It is left once, also when the process is interrupted, and nothing is drawn afterwards.
public final class Screen implements AutoCloseable {
    /// The alternate screen of the terminal, without a cursor; lines that are too long are
    /// truncated.
    private static final String ENTER = "\u001b[?1049h\u001b[?25l\u001b[?7l";

    private static final String LEAVE = "\u001b[?7h\u001b[?25h\u001b[?1049l";
    private static final String HOME = "\u001b[H";
    private static final String REST_OF_LINE = "\u001b[K";
    private static final String REST_OF_SCREEN = "\u001b[J";

    /// The default if the height of the terminal is unknown.
    private static final int ROWS = 24;

    private final PrintWriter out;
    private final String modes;
    private boolean left;

    private Screen(PrintWriter out, String modes) {
        this.out = out;
        this.modes = modes;
    }

    public static Screen enter(PrintWriter out) {
        Screen screen = new Screen(out, Stty.call("-g"));
        Runtime.getRuntime().addShutdownHook(new Thread(screen::close));
        // A suspended program would leave the shell on this screen.
        Stty.call("-icanon -echo susp undef");
        out.print(ENTER);
        return screen;
    }

    /// Draws lines over the previous ones, as many as fit, and a last one below them.
    public synchronized void show(List<String> lines, String last) {
        if (left) return;
        out.print(frame(lines, last, rows()));
        out.flush();
    }

    /// Returns the key that was pressed, or 0 if there is none.
    public int key() throws IOException {
        return System.in.available() > 0 ? System.in.read() : 0;
    }

    @Override
    public synchronized void close() {
        if (left) return;
        left = true;
        out.print(LEAVE);
        out.flush();
        Stty.call(modes.isEmpty() ? "icanon echo" : modes);
    }

    /// Returns a single text that draws a screen of `rows` rows, to avoid flicker.
    static String frame(List<String> lines, String last, int rows) {
        int room = Math.max(0, rows - 1);
        boolean fits = lines.size() <= room;
        StringBuilder text = new StringBuilder(HOME);
        for (String line : fits ? lines : lines.subList(0, room)) {
            text.append(line).append(REST_OF_LINE).append("\r\n");
        }
        text.append(last);
        if (!fits) text.append(", %d more lines below".formatted(lines.size() - room));
        return text.append(REST_OF_LINE).append(REST_OF_SCREEN).toString();
    }

    /// Queries the terminal each time, because a window may have been resized.
    private static int rows() {
        String[] size = Stty.call("size").split(" ", -1);
        try {
            int rows = Integer.parseInt(size[0]);
            return rows > 0 ? rows : ROWS;
        } catch (NumberFormatException _) {
            return ROWS;
        }
    }
}
