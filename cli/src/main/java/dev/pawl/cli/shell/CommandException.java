package dev.pawl.cli.shell;

/// A command fails for a reason that its user can act on; the message is for the user.
public final class CommandException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int code;

    private CommandException(int code, String message) {
        super(message);
        this.code = code;
    }

    public static CommandException usage(String message) {
        return new CommandException(ExitCode.USAGE, message);
    }

    public static CommandException notFound(String message) {
        return new CommandException(ExitCode.NOT_FOUND, message);
    }

    public static CommandException refused(String message) {
        return new CommandException(ExitCode.REFUSED, message);
    }

    public static CommandException store(String message) {
        return new CommandException(ExitCode.STORE, message);
    }

    public int code() {
        return code;
    }
}
