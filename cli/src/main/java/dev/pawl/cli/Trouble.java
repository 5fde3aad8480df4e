package dev.pawl.cli;

/// A command cannot do what was asked of it; the message is for the person who asked.
final class Trouble extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int code;

    private Trouble(int code, String message) {
        super(message);
        this.code = code;
    }

    static Trouble usage(String message) {
        return new Trouble(ExitCode.USAGE, message);
    }

    static Trouble notFound(String message) {
        return new Trouble(ExitCode.NOT_FOUND, message);
    }

    static Trouble refused(String message) {
        return new Trouble(ExitCode.REFUSED, message);
    }

    static Trouble store(String message) {
        return new Trouble(ExitCode.STORE, message);
    }

    int code() {
        return code;
    }
}
