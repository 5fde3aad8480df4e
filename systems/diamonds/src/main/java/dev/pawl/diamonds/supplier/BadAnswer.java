package dev.pawl.diamonds.supplier;

/// An answer breaks the contract; the message says what was expected and found, not where.
final class BadAnswer extends Exception {
    private static final long serialVersionUID = 1;

    BadAnswer(String message) {
        super(message);
    }

    BadAnswer(String message, Throwable cause) {
        super(message, cause);
    }
}
