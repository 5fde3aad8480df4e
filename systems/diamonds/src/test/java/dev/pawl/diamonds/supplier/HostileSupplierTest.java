package dev.pawl.diamonds.supplier;

import static dev.pawl.diamonds.supplier.HostileSupplier.FIRST_BYTES;
import static dev.pawl.diamonds.supplier.HostileSupplier.JSON;
import static dev.pawl.diamonds.supplier.HostileSupplier.LOGGED_IN;
import static dev.pawl.diamonds.supplier.HostileSupplier.NOW;
import static dev.pawl.diamonds.supplier.HostileSupplier.PASSWORD;
import static dev.pawl.diamonds.supplier.HostileSupplier.SHORT;
import static dev.pawl.diamonds.supplier.HostileSupplier.access;
import static dev.pawl.diamonds.supplier.HostileSupplier.countFails;
import static dev.pawl.diamonds.supplier.HostileSupplier.failure;
import static dev.pawl.diamonds.supplier.HostileSupplier.isLogin;
import static dev.pawl.diamonds.supplier.HostileSupplier.open;
import static dev.pawl.diamonds.supplier.HostileSupplier.respond;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.diamonds.supplier.SupplierException.Kind;
import dev.pawl.limiter.budget.Throttling;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What the client makes of a supplier that does not keep the contract.
class HostileSupplierTest {
    /// Guarded by this.
    private int logins;

    @Test
    void rejectsAnHtmlPageByItsContentType() throws Exception {
        SupplierException error =
                failure(200, "Content-Type: text/html", "<html><title>Log in</title></html>");

        assertThat(error.kind()).isEqualTo(Kind.BAD_ANSWER);
        assertThat(error).hasMessageContaining("application/json").hasMessageContaining("Log in");
    }

    @Test
    void rejectsAnHtmlPageThatClaimsToBeJson() throws Exception {
        SupplierException error = failure(200, JSON, "<html><title>Oops</title></html>");

        assertThat(error.kind()).isEqualTo(Kind.BAD_ANSWER);
        assertThat(error).hasMessageContaining("an HTML page (Oops)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "17",
                "nothing",
                "{\"data\":{\"as\":{\"diamonds_by_query_count\":1}}} {}",
                "{\"data\":null}",
                "{\"data\":{\"as\":null}}",
                "{\"data\":{\"as\":{\"diamonds_by_query_count\":null}}}",
                "{\"data\":{\"as\":{\"diamonds_by_query_count\":-1}}}",
                "{\"data\":{\"as\":{\"diamonds_by_query_count\":\"12\"}}}",
                "{\"data\":{\"as\":{\"diamonds_by_query_count\":1.5}}}",
                "{\"data\":{\"as\":{\"diamonds_by_query_count\":99999999999999999999}}}",
                "{\"data\":{\"as\":{\"diamonds_by_query_count\":{\"n\":1}}}}",
                "{\"errors\":[]}"
            })
    void rejectsJsonThatIsNoCount(String body) throws Exception {
        SupplierException error = failure(200, JSON, body);

        assertThat(error.kind()).isEqualTo(Kind.BAD_ANSWER);
        assertThat(error.isRetryable()).isFalse();
        assertThat(error)
                .hasMessageStartingWith("supplier http://127.0.0.1:")
                .hasMessageContaining("diamonds_by_query_count: expected")
                .hasMessageContaining("found");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"items\":[]}",
                "{\"total_count\":1}",
                "{\"total_count\":1,\"items\":{}}",
                "{\"total_count\":1,\"items\":[7]}",
                "{\"total_count\":1,\"items\":[{}]}",
                "{\"total_count\":1,\"items\":[{\"id\":\"\"}]}",
                "{\"total_count\":1,\"items\":[{\"id\":5}]}",
                "{\"total_count\":3,\"items\":[{\"id\":\"a\"},{\"id\":\"b\"},{\"id\":\"c\"}]}",
                "{\"total_count\":1,\"items\":[{\"id\":\"a\",\"updated_at\":\"yesterday\"}]}"
            })
    void rejectsJsonThatIsNoPage(String page) throws Exception {
        String body = "{\"data\":{\"as\":{\"diamonds_by_query\":%s}}}".formatted(page);
        try (HostileSupplier supplier = HostileSupplier.answering(200, JSON, body);
                SupplierClient client = open(supplier)) {
            PageQuery two = new PageQuery(StoneFilter.ALL, 60, 2, StoneOrder.OLDEST_FIRST);
            SupplierException error =
                    catchThrowableOfType(
                            SupplierException.class, () -> client.page(two, SupplierGate.OPEN));

            assertThat(error.kind()).isEqualTo(Kind.BAD_ANSWER);
            assertThat(error).hasMessageContaining("diamonds_by_query at offset 60: expected");
        }
    }

    @Test
    void rejectsBytesThatAreNotUtf8() throws Exception {
        byte[] head =
                ("{\"data\":{\"as\":{\"diamonds_by_query\":{\"total_count\":1,"
                                + "\"items\":[{\"id\":\"a\",\"x\":\"")
                        .getBytes(UTF_8);
        byte[] tail = "\"}]}}}}".getBytes(UTF_8);
        HostileSupplier.Answering answering =
                (request, out) -> {
                    if (isLogin(request)) {
                        respond(out, 200, JSON, LOGGED_IN);
                        return;
                    }
                    int length = head.length + 2 + tail.length;
                    out.write(
                            "HTTP/1.1 200 OK\r\n%s\r\nContent-Length: %d\r\n\r\n"
                                    .formatted(JSON, length)
                                    .getBytes(ISO_8859_1));
                    out.write(head);
                    out.write(0xed);
                    out.write(0x20);
                    out.write(tail);
                    out.flush();
                };
        try (HostileSupplier supplier = HostileSupplier.start(answering);
                SupplierClient client = open(supplier)) {
            PageQuery first = new PageQuery(StoneFilter.ALL, 0, 50, StoneOrder.OLDEST_FIRST);
            SupplierException error =
                    catchThrowableOfType(
                            SupplierException.class, () -> client.page(first, SupplierGate.OPEN));

            assertThat(error.kind()).isEqualTo(Kind.BAD_ANSWER);
        }
    }

    @Test
    void retriesLaterIfTheBodyIsTruncatedJson() throws Exception {
        SupplierException error = failure(200, JSON, "{\"data\":{\"as\":{\"diamonds_by_qu");

        assertThat(error.kind()).isEqualTo(Kind.TRANSIENT);
        assertThat(error).hasMessageContaining("truncated after 30 bytes");
    }

    @Test
    void retriesLaterIfTheBodyIsShorterThanAnnounced() throws Exception {
        SupplierException error =
                failure((request, out) -> {
                    if (isLogin(request)) {
                        respond(out, 200, JSON, LOGGED_IN);
                        return;
                    }
                    out.write(FIRST_BYTES.getBytes(ISO_8859_1));
                    out.flush();
                });

        assertThat(error.kind()).isEqualTo(Kind.TRANSIENT);
        assertThat(error).hasMessageContaining("expected a complete answer");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "429|Retry-After: 17|17",
                "429|Retry-After: Tue, 17 Nov 2026 12:00:42 GMT|42",
                "503|Retry-After: 5|5",
                "429|Retry-After: 99999999999999999999|86400"
            })
    void waitsAsLongAsTheSupplierAsks(int status, String header, long seconds) throws Exception {
        SupplierException error = failure(status, JSON + "\r\n" + header, "{}");

        assertThat(error.kind()).isEqualTo(Kind.THROTTLED);
        assertThat(error.retryAfter()).contains(Duration.ofSeconds(seconds));
        assertThat(error).hasMessageContaining("HTTP " + status);
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-Other: 1", "Retry-After: soon"})
    void isThrottledWithoutATimeIfTheSupplierNamesNone(String header) throws Exception {
        SupplierException error = failure(429, JSON + "\r\n" + header, "<html>");

        assertThat(error.kind()).isEqualTo(Kind.THROTTLED);
        assertThat(error.retryAfter()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "500, TRANSIENT",
        "502, TRANSIENT",
        "503, TRANSIENT",
        "504, TRANSIENT",
        "408, TRANSIENT",
        "403, DENIED",
        "404, BAD_ANSWER",
        "400, BAD_ANSWER",
        "302, BAD_ANSWER"
    })
    void classifiesAStatusWithoutErrors(int status, Kind kind) throws Exception {
        SupplierException error =
                failure(
                        status,
                        "Content-Type: text/html\r\nLocation: http://127.0.0.1:1/stolen",
                        "<html><title>Bad day</title></html>");

        assertThat(error.kind()).isEqualTo(kind);
        assertThat(error).hasMessageContaining("HTTP %d (Bad day)".formatted(status));
    }

    @ParameterizedTest
    @CsvSource({
        "200, INTERNAL_SERVER_ERROR, TRANSIENT",
        "500, WHATEVER, TRANSIENT",
        "400, GRAPHQL_VALIDATION_FAILED, BAD_ANSWER",
        "200, FORBIDDEN, DENIED",
        "200, RATE_LIMITED, THROTTLED"
    })
    void classifiesErrorsOfGraphql(int status, String code, Kind kind) throws Exception {
        SupplierException error = failure(status, JSON, error("it hurts", code));

        assertThat(error.kind()).isEqualTo(kind);
        assertThat(error).hasMessageContaining("it hurts");
    }

    /// The error is what counts, whatever the HTTP status.
    @ParameterizedTest
    @CsvSource({
        "200, jwt expired, ''",
        "200, x, UNAUTHENTICATED",
        "400, invalid token, ''",
        "401, x, ''",
        "403, Not authenticated!, ''",
        "500, The token has expired, ''"
    })
    void logsInAgainOnceOnATokenError(int status, String message, String code) throws Exception {
        HostileSupplier.Answering answering =
                (request, out) -> {
                    boolean isOld = request.contains("token-1");
                    if (isLogin(request)) {
                        respond(out, 200, JSON, LOGGED_IN.replace("token-1", next(request)));
                    } else if (isOld) {
                        respond(out, status, JSON, error(message, code));
                    } else {
                        respond(
                                out,
                                200,
                                JSON,
                                "{\"data\":{\"as\":{\"diamonds_by_query_count\":7}}}");
                    }
                };
        try (HostileSupplier supplier = HostileSupplier.start(answering);
                SupplierClient client = open(supplier)) {
            assertThat(client.count(StoneFilter.ALL, SupplierGate.OPEN)).isEqualTo(7);
            assertThat(supplier.logins()).isEqualTo(2);
            assertThat(supplier.requests()).hasSize(4);
        }
    }

    private synchronized String next(String request) {
        assertThat(request).contains(PASSWORD);
        logins++;
        return "token-" + logins;
    }

    @Test
    void isDeniedIfAFreshTokenIsRefused() throws Exception {
        try (HostileSupplier supplier =
                        HostileSupplier.answering(200, JSON, error("token expired", ""));
                SupplierClient client = open(supplier)) {
            SupplierException error = countFails(client);

            assertThat(error.kind()).isEqualTo(Kind.DENIED);
            assertThat(supplier.logins()).isEqualTo(2);
            assertThat(supplier.requests()).hasSize(4);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"errors\":[{\"message\":\"wrong password\"}],\"data\":null}",
                "{\"errors\":[{\"message\":\"x\",\"extensions\":{\"code\":\"UNAUTHENTICATED\"}}]}",
                "{\"data\":{\"authenticate\":{\"username_and_password\":null}}}",
                "{\"data\":{\"authenticate\":{\"username_and_password\":{\"token\":null}}}}"
            })
    void isDeniedIfTheLoginIsRefused(String body) throws Exception {
        SupplierException error = failure((_, out) -> respond(out, 200, JSON, body));

        assertThat(error.kind()).isEqualTo(Kind.DENIED);
        assertThat(error).hasMessageContaining("username_and_password: expected");
    }

    @Test
    void retriesLaterIfTheLoginFailsWithAnErrorOfTheServer() throws Exception {
        SupplierException error = failure((_, out) -> respond(out, 502, JSON, "{}"));

        assertThat(error.kind()).isEqualTo(Kind.TRANSIENT);
    }

    /// A supplier may repeat in an error what it was sent.
    @Test
    void showsNeitherThePasswordNorATokenInAnError() throws Exception {
        SupplierException ofCount =
                failure(200, JSON, error("bad input: token-1 of " + PASSWORD, "BAD_USER_INPUT"));
        SupplierException ofLogin =
                failure((_, out) -> respond(out, 200, JSON, error("no " + PASSWORD, "")));

        assertThat(ofCount).hasMessageContaining("bad input: … of …").hasNoCause();
        assertThat(ofLogin).hasMessageContaining("'no …'");
        assertThat(access("http://127.0.0.1:1/graphql").toString()).doesNotContain(PASSWORD);
    }

    @Test
    void asksWithoutTheTimeOfUpdateIfTheSupplierDoesNotKnowIt() throws Exception {
        String page =
                "{\"data\":{\"as\":{\"diamonds_by_query\":{\"total_count\":0,\"items\":[]}}}}";
        HostileSupplier.Answering answering =
                (request, out) -> {
                    String body = page;
                    if (isLogin(request)) body = LOGGED_IN;
                    else if (request.contains("updated_at")) {
                        body = error("Cannot query field 'updated_at' on type 'Offer'.", "");
                    }
                    respond(out, 200, JSON, body);
                };
        try (HostileSupplier supplier = HostileSupplier.start(answering);
                SupplierClient client = open(supplier)) {
            PageQuery first = new PageQuery(StoneFilter.ALL, 0, 50, StoneOrder.OLDEST_FIRST);

            assertThat(client.page(first, SupplierGate.OPEN).items()).isEmpty();
            assertThat(client.page(first, SupplierGate.OPEN).items()).isEmpty();
            assertThat(supplier.requests()).hasSize(4);
        }
    }

    @Test
    void reportsThrottlingAndSuccessToTheGate() throws Exception {
        List<String> seen = new ArrayList<>();
        SupplierGate gate =
                operation -> {
                    seen.add(operation);
                    return new SupplierGate.Passage() {
                        @Override
                        public void succeeded() {
                            seen.add("succeeded");
                        }

                        @Override
                        public void throttled(Throttling throttling) {
                            seen.add("throttled for " + throttling.delay());
                        }

                        @Override
                        public void close() {
                            seen.add("closed");
                        }
                    };
                };
        try (HostileSupplier supplier =
                        HostileSupplier.answering(429, JSON + "\r\nRetry-After: 3", "{}");
                SupplierClient client = open(supplier)) {
            var _ =
                    catchThrowableOfType(
                            SupplierException.class, () -> client.count(StoneFilter.ALL, gate));
        }

        assertThat(seen)
                .containsExactly(
                        "username_and_password",
                        "succeeded",
                        "closed",
                        "diamonds_by_query_count",
                        "throttled for PT3S",
                        "closed");
    }

    @Test
    void sendsNothingIfTheGateRefuses() throws Exception {
        try (HostileSupplier supplier = HostileSupplier.answering(200, JSON, "{}");
                SupplierClient client = open(supplier)) {
            SupplierGate shut =
                    _ -> {
                        throw SupplierException.throttled("no budget", Duration.ofSeconds(9));
                    };

            SupplierException error =
                    catchThrowableOfType(
                            SupplierException.class, () -> client.count(StoneFilter.ALL, shut));

            assertThat(error.retryAfter()).contains(Duration.ofSeconds(9));
            assertThat(supplier.requests()).isEmpty();
        }
    }

    @Test
    void saysThatThereIsNoConnection() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        SupplierAccess nowhere = access("http://127.0.0.1:%d/graphql".formatted(port));
        try (SupplierClient client =
                SupplierClient.open(nowhere, SHORT, InstantSource.fixed(NOW))) {
            SupplierException error = countFails(client);

            assertThat(error.kind()).isEqualTo(Kind.TRANSIENT);
            assertThat(error).hasMessageContaining("found no connection");
        }
    }

    private static String error(String message, String code) {
        return """
        {"errors":[{"message":"%s","extensions":{"code":"%s"}}],"data":null}\
        """
                .formatted(message, code);
    }
}
