package dev.pawl.cli;

import dev.pawl.engine.control.ControlException;

/// What the command tells the shell that called it.
final class ExitCode {
    static final int OK = 0;
    static final int NO = 1;
    static final int USAGE = 2;
    static final int NOT_FOUND = 3;
    static final int REFUSED = 4;
    static final int STORE = 5;
    static final int ENGINE = 6;
    static final int INTERNAL = 70;

    private ExitCode() {}

    static int of(Throwable error) {
        if (error instanceof Trouble trouble) return trouble.code();
        return switch (ControlException.kindOf(error)) {
            case NOT_FOUND -> NOT_FOUND;
            case REFUSED -> REFUSED;
            case STORE -> STORE;
            case GONE, SILENT -> ENGINE;
            case BAD_REQUEST, INTERNAL -> INTERNAL;
        };
    }
}
