package dev.pawl.feeds.format;

import java.io.IOException;

/// A document that cannot be read; the message says what was expected, what was found and where.
public final class BadDocument extends IOException {
    private static final long serialVersionUID = 1;

    public BadDocument(String message) {
        super(message);
    }

    public BadDocument(String message, Throwable cause) {
        super(message, cause);
    }
}
