package dev.pawl.orchestrator.provider;

import dev.pawl.orchestrator.limit.Trouble;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A source could not be read; its class says what that leads to.
public final class SourceException extends Exception {
    private static final long serialVersionUID = 1;

    private final Trouble trouble;
    private final @Nullable Instant until;

    private SourceException(
            Trouble trouble, String message, @Nullable Instant until, @Nullable Throwable cause) {
        super(message, cause);
        this.trouble = trouble;
        this.until = until;
    }

    public SourceException(Trouble trouble, String message) {
        this(trouble, message, null, null);
    }

    public SourceException(Trouble trouble, String message, Throwable cause) {
        this(trouble, message, null, cause);
    }

    /// Returns the answer of a source that asks to be left alone until a time.
    public static SourceException throttled(String message, Instant until) {
        return new SourceException(Trouble.THROTTLED, message, until, null);
    }

    /// Returns what an error is that no source should throw: worth another try.
    public static SourceException unexpected(Exception e) {
        return new SourceException(Trouble.TRANSIENT, e.toString(), null, e);
    }

    public Trouble trouble() {
        return trouble;
    }

    /// Returns until when to wait, if the source said so.
    public Optional<Instant> until() {
        return Optional.ofNullable(until);
    }
}
