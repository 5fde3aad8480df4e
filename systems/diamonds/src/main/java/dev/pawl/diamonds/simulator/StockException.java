package dev.pawl.diamonds.simulator;

import java.io.IOException;

/// A stock cannot be read; the message names the file and the line.
public final class StockException extends IOException {
    private static final long serialVersionUID = 1;

    StockException(String message, Throwable cause) {
        super(message, cause);
    }

    StockException(String message) {
        super(message);
    }
}
