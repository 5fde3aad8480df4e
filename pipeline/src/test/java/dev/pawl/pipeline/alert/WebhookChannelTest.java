package dev.pawl.pipeline.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.pawl.machine.JsonCodec;
import dev.pawl.pipeline.alert.Alert.Severity;
import dev.pawl.pipeline.alert.AlertChannel.Deferred;
import dev.pawl.pipeline.alert.AlertChannel.Delivered;
import dev.pawl.pipeline.alert.AlertChannel.Rejected;
import dev.pawl.run.Payload;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Alerts by HTTP, to a server that fails in the ways in which servers do.
class WebhookChannelTest {
    private static final Instant NOW = Instant.parse("2026-03-04T05:06:07Z");
    private static final AlertMessage MESSAGE =
            SampleAlerts.message(SampleAlerts.consolidationFailed(Severity.CRITICAL));

    private final List<String> bodies = new ArrayList<>();
    private final List<String> ids = new ArrayList<>();
    private final CountDownLatch released = new CountDownLatch(1);
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
    }

    @AfterEach
    void stop() {
        released.countDown();
        server.stop(0);
    }

    @Test
    void theAlertArrivesAsJsonWithAnIdForRepeats() throws Exception {
        answer(204, "", "");
        WebhookChannel channel = channel();

        assertThat(channel.deliver(MESSAGE)).isEqualTo(new Delivered("HTTP status 204"));
        assertThat(channel.deliver(MESSAGE)).isInstanceOf(Delivered.class);

        assertThat(ids).containsExactly(MESSAGE.id(), MESSAGE.id());
        var body = JsonCodec.JSON.decode(Payload.of(bodies.getFirst()), WebhookChannel.Body.class);
        assertThat(body.subject()).isEqualTo("Consolidation Failed");
        assertThat(body.text()).isEqualTo("Run 7f3a failed. Watermark NOT advanced.");
        assertThat(body.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(body.traceId()).isEqualTo("trace-7f3a");
        assertThat(body.id()).isEqualTo(MESSAGE.id());
        assertThat(bodies.getFirst()).contains("\"at\":\"2026-03-04T05:06:07Z\"");
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 425, 429, 500, 502, 503, 504})
    void aBusyServerIsAskedAgain(int status) throws Exception {
        answer(status, "", "later");

        assertThat(channel().deliver(MESSAGE))
                .asInstanceOf(type(Deferred.class))
                .satisfies(later -> assertThat(later.after()).isNull())
                .satisfies(later -> assertThat(later.reason()).contains(status + ": later"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"90", "Wed, 04 Mar 2026 05:07:37 GMT"})
    void notBeforeTheTimeThatItNames(String header) throws Exception {
        answer(429, header, "");

        assertThat(channel().deliver(MESSAGE))
                .asInstanceOf(type(Deferred.class))
                .extracting(Deferred::after)
                .isEqualTo(Duration.ofSeconds(90));
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 307, 400, 401, 403, 404, 410, 422})
    void everyOtherStatusIsARefusal(int status) throws Exception {
        answer(status, "", "unknown\r\n\u0007hook");

        assertThat(channel().deliver(MESSAGE))
                .asInstanceOf(type(Rejected.class))
                .extracting(Rejected::reason)
                .isEqualTo(
                        "expected a 2xx status from 127.0.0.1, found %d: unknown hook"
                                .formatted(status));
        assertThat(bodies).hasSize(1);
    }

    @Test
    void aServerThatHangsIsLeftAfterTheTimeout() {
        server.createContext("/hook", _ -> await(released));

        assertThatThrownBy(() ->
                        new WebhookChannel("webhook", url(), Duration.ofMillis(300))
                                .deliver(MESSAGE))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("no answer from 127.0.0.1: ");
    }

    @Test
    void aServerThatIsDownOrUnknownIsNamedWithoutTheSecretOfItsUrl() {
        URI down = url();
        server.stop(0);
        for (URI bad : List.of(down, URI.create("http://hooks.invalid/hook?token=secret"))) {
            assertThatThrownBy(() -> new WebhookChannel(bad).deliver(MESSAGE))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("no answer from " + bad.getHost())
                    .hasMessageNotContaining("secret");
        }
    }

    @Test
    void aServerThatClosesTheConnectionIsAskedAgain() {
        server.createContext("/hook", HttpExchange::close);

        assertThatThrownBy(() -> channel().deliver(MESSAGE)).isInstanceOf(IOException.class);
    }

    @Test
    void badSettingsAreRefused() {
        for (String bad : List.of("ftp://example.com/secret", "file:///secret", "/secret")) {
            assertThatThrownBy(() -> new WebhookChannel(URI.create(bad)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("expected an http or https URL")
                    .hasMessageNotContaining("secret");
        }
        assertThatThrownBy(() -> new WebhookChannel("w", url(), Duration.ZERO))
                .hasMessageContaining("timeout");
    }

    private void answer(int status, String retryAfter, String text) {
        server.createContext(
                "/hook",
                exchange -> {
                    ids.add(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
                    bodies.add(
                            new String(
                                    exchange.getRequestBody().readAllBytes(),
                                    StandardCharsets.UTF_8));
                    if (!retryAfter.isEmpty())
                        exchange.getResponseHeaders().set("Retry-After", retryAfter);
                    byte[] body = text.getBytes(StandardCharsets.UTF_8);
                    exchange.getResponseHeaders().set("Location", "/elsewhere");
                    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                });
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private WebhookChannel channel() {
        return new WebhookChannel(
                "webhook", url(), Duration.ofSeconds(30), InstantSource.fixed(NOW));
    }

    private URI url() {
        return URI.create("http://127.0.0.1:%d/hook".formatted(server.getAddress().getPort()));
    }
}
