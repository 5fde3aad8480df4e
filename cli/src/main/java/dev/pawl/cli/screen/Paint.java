package dev.pawl.cli.screen;

import dev.pawl.run.RunStatus;
import java.io.Console;

/// Colours for a terminal; plain text elsewhere, and if `NO_COLOR` is set. A terminal without
/// control codes does not count as one.
public record Paint(boolean isTerminal, boolean isColoured) {
    private static final String TERMINAL = "pawl.terminal";
    private static final String RESET = "\u001b[0m";

    /// Plain text.
    public static final Paint NONE = new Paint(false, false);

    /// Returns the colours for standard output.
    public static Paint ofTerminal() {
        // The launcher knows whether standard output is a terminal; the JVM only knows about input
        // and output together.
        String known = System.getProperty(TERMINAL);
        Console console = known == null ? System.console() : null;
        boolean terminal =
                known == null
                        ? console != null && console.isTerminal()
                        : Boolean.parseBoolean(known);
        boolean able = terminal && !"dumb".equals(System.getenv("TERM"));
        String none = System.getenv("NO_COLOR");
        return new Paint(able, able && (none == null || none.isEmpty()));
    }

    public String bold(String text) {
        return in("\u001b[1m", text);
    }

    public String faint(String text) {
        return in("\u001b[2m", text);
    }

    public String red(String text) {
        return in("\u001b[31m", text);
    }

    public String green(String text) {
        return in("\u001b[32m", text);
    }

    public String yellow(String text) {
        return in("\u001b[33m", text);
    }

    public String cyan(String text) {
        return in("\u001b[36m", text);
    }

    /// Returns a status in its colour: completed, running, held up, failed.
    public String status(RunStatus status) {
        String text = status.name();
        return switch (status) {
            case COMPLETED -> green(text);
            case RUNNING, CLEANING -> cyan(text);
            case BACKING_OFF, PAUSED, PARKED -> yellow(text);
            case ABORTED, FAILED, EXHAUSTED, EXPIRED -> red(text);
            case DELAYED, BLOCKED, QUEUED, ACQUIRING, WAITING -> text;
            case CANCELLED, SKIPPED -> faint(text);
        };
    }

    private String in(String code, String text) {
        return isColoured ? code + text + RESET : text;
    }
}
