package dev.pawl.cli.screen;

import java.io.PrintWriter;

/// A line on a terminal that shows the current activity and is erased afterwards; without a
/// terminal it shows nothing.
public final class PassingLine {
    private static final String ERASED = "\r\u001b[K";

    private final PrintWriter err;
    private final boolean isShown;
    private boolean drawn;

    public PassingLine(PrintWriter err, boolean isShown) {
        this.err = err;
        this.isShown = isShown;
    }

    public void show(String text) {
        if (!isShown) return;
        err.print(ERASED + text);
        err.flush();
        drawn = true;
    }

    public void clear() {
        if (!drawn) return;
        err.print(ERASED);
        err.flush();
        drawn = false;
    }
}
