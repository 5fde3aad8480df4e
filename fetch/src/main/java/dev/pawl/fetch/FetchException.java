package dev.pawl.fetch;

import dev.pawl.machine.RetryAfterHeader;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// A fetch failed; the kind says what helps.
public final class FetchException extends Exception {
    private static final long serialVersionUID = 1;

    private final Kind kind;
    private final @Nullable String retryAfter;
    private final long missingBytes;

    private FetchException(
            Kind kind,
            @Nullable String message,
            @Nullable Throwable cause,
            @Nullable String retryAfter,
            long missingBytes) {
        super(message, cause);
        this.kind = kind;
        this.retryAfter = retryAfter;
        this.missingBytes = missingBytes;
    }

    /// Returns the error with which a [FetchGate] stops a request.
    public static FetchException throttled(String message, Throwable cause) {
        return of(Kind.THROTTLED, message, cause);
    }

    public static FetchException of(Kind kind, String message, @Nullable Throwable cause) {
        return new FetchException(kind, message, cause, null, 0);
    }

    /// Returns this error with the header `Retry-After` of its response, if there is one and a
    /// later attempt can succeed.
    public FetchException retryAfter(Optional<String> header) {
        if (header.isEmpty() || !isRetryable()) return this;
        return new FetchException(kind, getMessage(), getCause(), header.get(), missingBytes);
    }

    /// Returns an error of the kind `NO_SPACE`.
    public static FetchException full(
            String message, long missingBytes, @Nullable Throwable cause) {
        return new FetchException(Kind.NO_SPACE, message, cause, null, missingBytes);
    }

    public Kind kind() {
        return kind;
    }

    /// Returns whether a later attempt can succeed. Then what was fetched is kept if it can be
    /// resumed.
    public boolean isRetryable() {
        return kind == Kind.THROTTLED || kind == Kind.TRANSIENT;
    }

    /// Returns how long the server asks the client to wait from `now` on, if it does; at most
    /// [RetryAfterHeader#WAIT_MAX].
    public Optional<Duration> retryAfter(Instant now) {
        return Optional.ofNullable(retryAfter)
                .flatMap(header -> RetryAfterHeader.parse(header, now));
    }

    /// Returns how many bytes of space are missing; present for the kind `NO_SPACE`.
    public OptionalLong missingBytes() {
        return kind == Kind.NO_SPACE ? OptionalLong.of(missingBytes) : OptionalLong.empty();
    }

    /// The reason of a failure.
    public enum Kind {
        /// The key breaks a rule; no request was sent.
        BAD_KEY,
        /// The object or document does not exist, or its bucket or directory does not.
        NOT_FOUND,
        /// Credentials are missing or wrong, or do not permit it.
        DENIED,
        /// The content has more bytes than the limit.
        TOO_LARGE,
        /// The content changed during the fetch, and again during the second attempt.
        CHANGED,
        /// The checksum differs from the one that the source states or the caller expects.
        MISMATCH,
        /// The file system of the target has too little space.
        NO_SPACE,
        /// The target cannot be written for another reason.
        UNWRITABLE,
        /// The request, the response or the content is wrong; repeating the fetch does not help.
        REFUSED,
        /// The server, or the gate before it, asks for fewer requests.
        THROTTLED,
        /// The network or the server failed; a later attempt can succeed.
        TRANSIENT
    }
}
