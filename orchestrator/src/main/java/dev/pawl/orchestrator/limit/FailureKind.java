package dev.pawl.orchestrator.limit;

import java.util.Set;

/// The kinds of failures of a source; the kind decides what follows.
public enum FailureKind {
    /// The source asks for fewer requests: back off as long as it says.
    THROTTLED,
    /// A retry may succeed.
    TRANSIENT,
    /// The source denies access: a user must check the credentials.
    AUTH,
    /// The requested resource does not exist.
    NOT_FOUND,
    /// The request or the data does not have the expected form.
    SCHEMA,
    /// One item cannot be used, however often it is tried.
    POISON;

    private static final int TOO_MANY_REQUESTS = 429;
    private static final int UNAVAILABLE = 503;
    private static final int NOT_MODIFIED = 304;

    /// Returns the kind of an HTTP status; those in `throttling` are THROTTLED, as 429 and 503
    /// always are.
    public static FailureKind ofStatus(int httpStatus, Set<Integer> throttling) {
        if (httpStatus < 300 || httpStatus == NOT_MODIFIED) {
            throw new IllegalArgumentException(
                    "expected the HTTP status of a failure, found " + httpStatus);
        }
        if (httpStatus == TOO_MANY_REQUESTS
                || httpStatus == UNAVAILABLE
                || throttling.contains(httpStatus)) {
            return THROTTLED;
        }
        if (httpStatus >= 500) return TRANSIENT;
        return switch (httpStatus) {
            case 401, 403, 407 -> AUTH;
            case 404, 410 -> NOT_FOUND;
            // The request took too long, or came too early.
            case 408, 425 -> TRANSIENT;
            // A redirect that was not followed.
            case 300, 301, 302, 303, 307, 308 -> NOT_FOUND;
            default -> SCHEMA;
        };
    }
}
