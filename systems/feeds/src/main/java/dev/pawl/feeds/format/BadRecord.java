package dev.pawl.feeds.format;

/// A record that cannot be loaded; the message says what was expected and what was found.
public final class BadRecord extends Exception {
    private static final long serialVersionUID = 1;

    public BadRecord(String message) {
        super(message);
    }
}
