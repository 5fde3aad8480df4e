package dev.pawl.cli.shell;

/// A command cannot do what was asked of it; the message is for the person who asked.
public final class Trouble extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int code;

    private Trouble(int code, String message) {
        super(message);
        this.code = code;
    }

    public static Trouble usage(String message) {
        return new Trouble(ExitCode.USAGE, message);
    }

    public static Trouble notFound(String message) {
        return new Trouble(ExitCode.NOT_FOUND, message);
    }

    public static Trouble refused(String message) {
        return new Trouble(ExitCode.REFUSED, message);
    }

    public static Trouble store(String message) {
        return new Trouble(ExitCode.STORE, message);
    }

    public int code() {
        return code;
    }
}
