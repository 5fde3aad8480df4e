package dev.pawl.fetch.http;

import dev.pawl.fetch.FetchException;
import dev.pawl.fetch.FetchException.Kind;
import dev.pawl.fetch.transfer.FetchSubject;
import java.net.http.HttpResponse;

/// Errors for responses with another status than the expected one.
public final class HttpErrors {
    private HttpErrors() {}

    public static Kind kind(int status) {
        return switch (status) {
            case 401, 403, 407 -> Kind.DENIED;
            case 404, 410 -> Kind.NOT_FOUND;
            case 412, 416 -> Kind.CHANGED;
            case 408, 425 -> Kind.TRANSIENT;
            case 429, 503 -> Kind.THROTTLED;
            default -> status >= 500 ? Kind.TRANSIENT : Kind.REFUSED;
        };
    }

    public static FetchException of(FetchSubject subject, HttpResponse<?> response) {
        return of(subject, response, kind(response.statusCode()));
    }

    /// Returns an error of this kind for the status of a response, with the wait that the server
    /// asks for.
    public static FetchException of(FetchSubject subject, HttpResponse<?> response, Kind kind) {
        String url = response.uri().toString();
        String problem =
                "expected the content, found HTTP %d%s%s; %s"
                        .formatted(
                                response.statusCode(),
                                explanation(response),
                                subject.text().contains(url) ? "" : " at " + url,
                                advice(kind));
        return subject.error(kind, problem)
                .retryAfter(response.headers().firstValue("Retry-After"));
    }

    /// The API of NVD explains errors in a header.
    private static String explanation(HttpResponse<?> response) {
        return response.headers().firstValue("message").map(" (%s)"::formatted).orElse("");
    }

    public static String advice(Kind kind) {
        return switch (kind) {
            case DENIED -> "check what the server permits, and the credentials if there are any";
            case NOT_FOUND -> "check the address";
            case CHANGED -> "try again when it no longer changes";
            case THROTTLED, TRANSIENT -> "a later attempt can succeed";
            case BAD_KEY, TOO_LARGE, MISMATCH, NO_SPACE, UNWRITABLE, REFUSED -> "check the address";
        };
    }
}
