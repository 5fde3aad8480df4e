package dev.pawl.classes.measurement;

import org.jspecify.annotations.Nullable;

/// A metrics system that did not answer, or not as expected.
public final class MetricException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MetricException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
