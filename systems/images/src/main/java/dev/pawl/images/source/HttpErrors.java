package dev.pawl.images.source;

import dev.pawl.images.source.SourceException.Kind;
import dev.pawl.machine.RetryAfterHeader;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;

/// What a status means that is not the one hoped for.
final class HttpErrors {
    private HttpErrors() {}

    static Kind kind(int status) {
        return switch (status) {
            case 401, 403, 407 -> Kind.DENIED;
            case 404, 410 -> Kind.NOT_FOUND;
            case 412, 416 -> Kind.CHANGED;
            case 408, 425, 429 -> Kind.TRANSIENT;
            default -> status >= 500 ? Kind.TRANSIENT : Kind.REFUSED;
        };
    }

    static SourceException of(Subject subject, HttpResponse<?> response) {
        int status = response.statusCode();
        Kind kind = kind(status);
        String problem =
                "expected the object, found %d at %s; %s"
                        .formatted(status, response.uri(), advice(kind));
        if (kind != Kind.TRANSIENT) return subject.error(kind, problem);
        Instant now = Instant.now();
        Duration wait =
                response.headers()
                        .firstValue("Retry-After")
                        .flatMap(header -> RetryAfterHeader.parse(header, now))
                        .orElse(null);
        return SourceException.later(subject.message(problem), wait);
    }

    private static String advice(Kind kind) {
        return switch (kind) {
            case DENIED -> "check what the server allows";
            case NOT_FOUND -> "check address and key";
            case CHANGED -> "try again when nobody changes it";
            case TRANSIENT -> "try again later";
            case BAD_KEY, TOO_LARGE, MISMATCH, NO_SPACE, REFUSED -> "check the address";
        };
    }
}
