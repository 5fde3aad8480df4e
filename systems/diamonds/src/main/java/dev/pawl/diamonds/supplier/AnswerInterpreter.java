package dev.pawl.diamonds.supplier;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.diamonds.supplier.AnswerReader.Contents;
import dev.pawl.diamonds.supplier.AnswerReader.ValueReader;
import dev.pawl.diamonds.supplier.Reply.Answered;
import dev.pawl.diamonds.supplier.Reply.FieldRefused;
import dev.pawl.diamonds.supplier.Reply.TokenRefused;
import dev.pawl.diamonds.supplier.SupplierException.Kind;
import dev.pawl.machine.RetryAfterHeader;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;

/// Decides what an HTTP response means: an answer, a refused token, or a failure of some kind.
///
/// @param subject the supplier and the request, for messages
record AnswerInterpreter(SupplierOperation operation, String subject, Instant now) {
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int UNAVAILABLE = 503;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final Pattern JSON_TYPE =
            Pattern.compile("(application|text)/([a-z0-9.-]+\\+)?json\\b.*");
    private static final Pattern TITLE = Pattern.compile("(?is)<title[^>]*>([^<]{0,300})");

    /// Returns the value of a response, or why the request must be sent again.
    <T> Reply<T> interpret(HttpReply http, ValueReader<T> reader) throws SupplierException {
        if (http.status() == TOO_MANY_REQUESTS) throw throttled(http);
        boolean isJson = http.header("Content-Type").map(this::isJsonType).orElse(true);
        if (!http.isSuccess()) return refused(http, isJson);
        if (!isJson) throw wrongType(http);
        Contents<T> contents = read(http, reader);
        if (!contents.errors().isEmpty()) return errors(http, contents.errors());
        if (contents.value() != null) return new Answered<>(contents.value());
        throw failure(
                operation == SupplierOperation.LOGIN ? Kind.DENIED : Kind.BAD_ANSWER,
                "expected a value in data.%s, found none"
                        .formatted(String.join(".", operation.path())));
    }

    private <T> Contents<T> read(HttpReply http, ValueReader<T> reader) throws SupplierException {
        try {
            return AnswerReader.read(http.body(), operation.path(), reader);
        } catch (UnexpectedEndOfInputException e) {
            throw new SupplierException(
                    Kind.TRANSIENT,
                    "%s: expected a whole JSON object, found one that is truncated after %d bytes"
                            .formatted(subject, http.body().length),
                    null);
        } catch (JacksonException e) {
            throw failure(Kind.BAD_ANSWER, "expected JSON, found " + notJson(http, e));
        } catch (BadAnswer e) {
            boolean isDenied = operation == SupplierOperation.LOGIN;
            throw failure(
                    isDenied ? Kind.DENIED : Kind.BAD_ANSWER,
                    "%s in data.%s".formatted(e.getMessage(), String.join(".", operation.path())));
        }
    }

    /// An error status can come with errors of GraphQL, which say more than the status.
    private <T> Reply<T> refused(HttpReply http, boolean isJson) throws SupplierException {
        List<GraphqlError> errors = isJson ? errorsIn(http) : List.of();
        int status = http.status();
        if (!errors.isEmpty()) return errors(http, errors);
        boolean isLogin = operation == SupplierOperation.LOGIN;
        if (status == UNAUTHORIZED && !isLogin) return new TokenRefused<>("HTTP 401");
        if (status == UNAVAILABLE && http.header("Retry-After").isPresent()) throw throttled(http);
        String message = "expected an answer, found HTTP %d%s".formatted(status, title(http));
        if (status == UNAUTHORIZED || status == FORBIDDEN) throw failure(Kind.DENIED, message);
        throw failure(status >= 500 || status == 408 ? Kind.TRANSIENT : Kind.BAD_ANSWER, message);
    }

    private List<GraphqlError> errorsIn(HttpReply http) {
        try {
            ValueReader<Boolean> ignored =
                    (parser, _) -> {
                        parser.skipChildren();
                        return true;
                    };
            return AnswerReader.read(http.body(), operation.path(), ignored).errors();
        } catch (JacksonException | BadAnswer e) {
            // A proxy on the way answers with a page of its own; the status says enough.
            return List.of();
        }
    }

    private <T> Reply<T> errors(HttpReply http, List<GraphqlError> errors)
            throws SupplierException {
        boolean isLogin = operation == SupplierOperation.LOGIN;
        String message =
                "expected an answer, found %s%s"
                        .formatted(
                                http.isSuccess() ? "" : "HTTP %d and ".formatted(http.status()),
                                errors.stream()
                                        .map(e -> "the error '%s'".formatted(e.message()))
                                        .collect(Collectors.joining(", ")));
        if (any(errors, GraphqlError::isThrottling)) {
            throw SupplierException.throttled(
                    "%s: %s".formatted(subject, message), wait(http).orElse(null));
        }
        boolean isAboutToken =
                http.status() == UNAUTHORIZED || any(errors, GraphqlError::isAboutToken);
        if (isAboutToken && !isLogin) return new TokenRefused<>(message);
        if (any(errors, e -> e.refuses(SupplierClient.OPTIONAL_FIELD))) {
            return new FieldRefused<>(message);
        }
        if (any(errors, GraphqlError::isInvalid)) throw failure(Kind.BAD_ANSWER, message);
        if (any(errors, GraphqlError::isForbidden)) throw failure(Kind.DENIED, message);
        boolean isServerError =
                http.status() >= 500 || any(errors, e -> e.code().equals("INTERNAL_SERVER_ERROR"));
        throw failure(isLogin && !isServerError ? Kind.DENIED : Kind.TRANSIENT, message);
    }

    private static boolean any(List<GraphqlError> errors, Predicate<GraphqlError> test) {
        return errors.stream().anyMatch(test);
    }

    private SupplierException throttled(HttpReply http) {
        Optional<Duration> wait = wait(http);
        String asks = wait.map(w -> "; it asks to wait %d s".formatted(w.toSeconds())).orElse("");
        return SupplierException.throttled(
                "%s: expected an answer, found HTTP %d%s".formatted(subject, http.status(), asks),
                wait.orElse(null));
    }

    private Optional<Duration> wait(HttpReply http) {
        return http.header("Retry-After").flatMap(text -> RetryAfterHeader.parse(text, now));
    }

    private boolean isJsonType(String type) {
        return JSON_TYPE.matcher(type.strip().toLowerCase(Locale.ROOT)).matches();
    }

    private SupplierException wrongType(HttpReply http) {
        return failure(
                Kind.BAD_ANSWER,
                "expected the content type application/json, found %s%s; check the address"
                        .formatted(
                                GraphqlError.shortened(http.header("Content-Type").orElse("none")),
                                title(http)));
    }

    private static String notJson(HttpReply http, JacksonException e) {
        String title = title(http);
        if (!title.isEmpty()) return "an HTML page" + title;
        return "something else at byte %d of %d"
                .formatted(e.getLocation().getByteOffset(), http.body().length);
    }

    private static String title(HttpReply http) {
        Matcher title = TITLE.matcher(new String(http.body(), UTF_8));
        return title.find() ? " (%s)".formatted(GraphqlError.shortened(title.group(1))) : "";
    }

    private SupplierException failure(Kind kind, String message) {
        return new SupplierException(kind, "%s: %s".formatted(subject, message), null);
    }
}
