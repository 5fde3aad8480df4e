package dev.pawl.orchestrator.provider;

import dev.pawl.orchestrator.limit.FailureKind;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A source could not be read; [#kind] decides what follows.
public final class SourceException extends Exception {
    private static final long serialVersionUID = 1;

    private final FailureKind kind;
    private final @Nullable Instant until;

    private SourceException(
            FailureKind kind, String message, @Nullable Instant until, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.until = until;
    }

    public SourceException(FailureKind kind, String message) {
        this(kind, message, null, null);
    }

    public SourceException(FailureKind kind, String message, Throwable cause) {
        this(kind, message, null, cause);
    }

    /// Returns the failure of a source that accepts no requests until a time.
    public static SourceException throttled(String message, Instant until) {
        return new SourceException(FailureKind.THROTTLED, message, until, null);
    }

    /// Returns a failure for an exception that a source should not throw; it is worth a retry.
    public static SourceException unexpected(Exception e) {
        return new SourceException(FailureKind.TRANSIENT, e.toString(), null, e);
    }

    public FailureKind kind() {
        return kind;
    }

    /// Returns until when to wait, if that is known.
    public Optional<Instant> until() {
        return Optional.ofNullable(until);
    }
}
