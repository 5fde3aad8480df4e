package dev.pawl.diamonds.supplier;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A request to a supplier failed; the kind says what helps.
public final class SupplierException extends Exception {
    private static final long serialVersionUID = 1;

    private final Kind kind;
    private final @Nullable Duration retryAfter;

    SupplierException(Kind kind, String message, @Nullable Throwable cause) {
        this(kind, message, cause, null);
    }

    private SupplierException(
            Kind kind, String message, @Nullable Throwable cause, @Nullable Duration retryAfter) {
        super(message, cause);
        this.kind = kind;
        this.retryAfter = retryAfter;
    }

    /// Returns the error of a request that has to wait; a [SupplierGate] may throw it, too.
    ///
    /// @param retryAfter how long to wait; null if that is not known
    public static SupplierException throttled(String message, @Nullable Duration retryAfter) {
        return new SupplierException(Kind.THROTTLED, message, null, retryAfter);
    }

    /// Returns this error with another message and without its cause.
    SupplierException saying(String message) {
        return new SupplierException(kind, message, null, retryAfter);
    }

    public Kind kind() {
        return kind;
    }

    /// Returns whether the same request can succeed later.
    public boolean isRetryable() {
        return switch (kind) {
            case THROTTLED, TRANSIENT -> true;
            case DENIED, BAD_ANSWER, TOO_LARGE -> false;
        };
    }

    /// Returns how long the supplier asks to wait, if it does.
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }

    /// The reason of a failure.
    public enum Kind {
        /// The supplier asks for fewer requests.
        THROTTLED,
        /// The supplier refuses the user, the password, or a token that it has just issued.
        DENIED,
        /// The answer breaks the contract, or the supplier refuses the request as invalid.
        BAD_ANSWER,
        /// The supplier or the network fails; a later attempt can succeed.
        TRANSIENT,
        /// The answer has more bytes than the limit.
        TOO_LARGE
    }
}
