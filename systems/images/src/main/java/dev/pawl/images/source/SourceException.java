package dev.pawl.images.source;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// An object could not be found or fetched; the kind says what helps.
public final class SourceException extends Exception {
    private static final long serialVersionUID = 1;

    private final Kind kind;
    private final @Nullable Duration retryAfter;
    private final long missingBytes;

    private SourceException(
            Kind kind,
            String message,
            @Nullable Throwable cause,
            @Nullable Duration retryAfter,
            long missingBytes) {
        super(message, cause);
        this.kind = kind;
        this.retryAfter = retryAfter;
        this.missingBytes = missingBytes;
    }

    static SourceException of(Kind kind, String message, @Nullable Throwable cause) {
        return new SourceException(kind, message, cause, null, 0);
    }

    /// Returns one of kind `TRANSIENT` with the time that the server asks for, if it does.
    static SourceException later(String message, @Nullable Duration retryAfter) {
        return new SourceException(Kind.TRANSIENT, message, null, retryAfter, 0);
    }

    /// Returns one of kind `NO_SPACE`.
    static SourceException full(String message, long missingBytes, @Nullable Throwable cause) {
        return new SourceException(Kind.NO_SPACE, message, cause, null, missingBytes);
    }

    public Kind kind() {
        return kind;
    }

    /// Returns how long the server asks to be left alone, if it does.
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }

    /// Returns how many bytes of space were missing, of the kind `NO_SPACE`.
    public OptionalLong missingBytes() {
        return kind == Kind.NO_SPACE ? OptionalLong.of(missingBytes) : OptionalLong.empty();
    }

    /// What is wrong.
    public enum Kind {
        /// The key breaks a rule; nothing was asked.
        BAD_KEY,
        /// There is no such object, or no such bucket or directory.
        NOT_FOUND,
        /// Credentials are missing or wrong, or do not allow it.
        DENIED,
        /// The object has more bytes than are allowed.
        TOO_LARGE,
        /// The object changed while it was fetched, and again when that was begun anew.
        CHANGED,
        /// The content has another checksum than the source says or than was asked for.
        MISMATCH,
        /// The file system of the target has no space for it.
        NO_SPACE,
        /// The request or the target is wrong in a way that no repetition helps.
        REFUSED,
        /// The network or the server failed; what was fetched is kept if it can be continued.
        TRANSIENT
    }
}
