package dev.pawl.pipeline.alert;

import java.io.IOException;

/// An answer of a mail server that is not the expected one: to which command, with its code and
/// text.
public final class SmtpException extends IOException {
    private static final long serialVersionUID = 1L;
    private static final int PERMANENT = 500;

    private final String command;
    private final int code;

    SmtpException(String server, String command, SmtpReply reply) {
        super("%s answered %s to %s".formatted(server, reply, command));
        this.command = command;
        this.code = reply.code();
    }

    /// Returns the command, such as `MAIL`, or `CONNECT` for the greeting.
    public String command() {
        return command;
    }

    /// Returns the code of the answer, such as 451.
    public int code() {
        return code;
    }

    /// Returns whether the server says that trying again cannot help.
    public boolean isPermanent() {
        return code >= PERMANENT;
    }
}
