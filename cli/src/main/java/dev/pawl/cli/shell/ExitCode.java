package dev.pawl.cli.shell;

import dev.pawl.engine.control.ControlException;

/// The exit codes of the command.
public final class ExitCode {
    public static final int OK = 0;
    public static final int NO = 1;
    public static final int USAGE = 2;
    public static final int NOT_FOUND = 3;
    public static final int REFUSED = 4;
    public static final int STORE = 5;
    public static final int ENGINE = 6;
    public static final int INTERNAL = 70;

    private ExitCode() {}

    public static int of(Throwable error) {
        if (error instanceof CommandException known) return known.code();
        return switch (ControlException.kindOf(error)) {
            case NOT_FOUND -> NOT_FOUND;
            case REFUSED -> REFUSED;
            case STORE -> STORE;
            case GONE, SILENT -> ENGINE;
            case BAD_REQUEST, INTERNAL -> INTERNAL;
        };
    }
}
