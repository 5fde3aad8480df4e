package dev.pawl.cli.screen;

import dev.pawl.run.RunStatus;
import java.io.Console;

/// Colours for a terminal; elsewhere, and where `NO_COLOR` is set, none. A terminal that knows no
/// control codes counts as none.
public record Paint(boolean isTerminal, boolean isColoured) {
    private static final String TERMINAL = "pawl.terminal";
    private static final String RESET = "\u001b[0m";

    /// Nothing but text.
    public static final Paint NONE = new Paint(false, false);

    /// Returns the colours for standard output.
    public static Paint ofTerminal() {
        // The launcher knows what standard output is; the JVM asks about input and output at once.
        String told = System.getProperty(TERMINAL);
        Console console = told == null ? System.console() : null;
        boolean terminal =
                told == null ? console != null && console.isTerminal() : Boolean.parseBoolean(told);
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

    /// Returns a status in its colour: good, moving, held up, or bad.
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
