package dev.pawl.orchestrator.limit;

import java.util.Set;

/// What kind of failure something is, and so what helps.
public enum Trouble {
    /// The source asks for fewer requests: wait as long as it says.
    THROTTLED,
    /// It may work the next time.
    TRANSIENT,
    /// The source does not let us in: somebody has to see to the credentials.
    AUTH,
    /// What was asked for is not there.
    NOT_FOUND,
    /// The source and this program do not agree on the form of requests or data.
    SCHEMA,
    /// One item cannot be taken in, whenever it is tried.
    POISON;

    private static final int TOO_MANY_REQUESTS = 429;
    private static final int UNAVAILABLE = 503;
    private static final int NOT_MODIFIED = 304;

    /// Returns what an HTTP status means; those of `throttling` mean to come back later, as 429 and
    /// 503 always do.
    public static Trouble ofStatus(int httpStatus, Set<Integer> throttling) {
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
            // A redirection that leads nowhere.
            case 300, 301, 302, 303, 307, 308 -> NOT_FOUND;
            default -> SCHEMA;
        };
    }
}
