package dev.pawl.pipeline.alert;

import dev.pawl.machine.JsonCodec;
import dev.pawl.machine.RetryAfterHeader;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Posts alerts as JSON to a URL.
///
/// Any 2xx status is a delivery. 408, 425, 429 and 5xx are retried, not before the time in the
/// header `Retry-After`; every other status is a refusal. Redirects are not followed, because they
/// would send the alert to a place that was not configured. The header `Idempotency-Key` has the id
/// of the message.
public final class WebhookChannel implements AlertChannel {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int ANSWER_BYTES_MAX = 500;
    private static final int SUCCESS = 2;
    private static final int SERVER_ERROR = 5;
    private static final int CLASS = 100;
    private static final Set<Integer> TEMPORARY = Set.of(408, 425, 429);

    private final String name;
    private final URI url;
    private final Duration timeout;
    private final InstantSource clock;
    private final HttpClient client;

    /// Creates the channel `webhook`, which waits up to 30 seconds for an answer.
    public WebhookChannel(URI url) {
        this("webhook", url, TIMEOUT);
    }

    /// Creates a channel with another name and time limit.
    public WebhookChannel(String name, URI url, Duration timeout) {
        this(name, url, timeout, InstantSource.system());
    }

    WebhookChannel(String name, URI url, Duration timeout, InstantSource clock) {
        this.name = Objects.requireNonNull(name, "a webhook needs a name, found null");
        this.url = checked(url);
        this.timeout = timeout;
        this.clock = clock;
        if (!timeout.isPositive()) {
            throw new IllegalArgumentException("expected a positive timeout, found " + timeout);
        }
        this.client =
                HttpClient.newBuilder()
                        .connectTimeout(timeout)
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .build();
    }

    private static URI checked(URI url) {
        Objects.requireNonNull(url, "a webhook needs a URL, found null");
        boolean isHttp = "http".equalsIgnoreCase(url.getScheme());
        boolean isHttps = "https".equalsIgnoreCase(url.getScheme());
        // The URL may contain a secret, so the message has only its scheme.
        if (!(isHttp || isHttps) || url.getHost() == null) {
            throw new IllegalArgumentException(
                    "expected an http or https URL with a host for a webhook, found the scheme '%s'"
                            .formatted(url.getScheme()));
        }
        return url;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Result deliver(AlertMessage message) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(url)
                        .timeout(timeout)
                        .header("Content-Type", "application/json")
                        .header("Idempotency-Key", message.id())
                        .POST(HttpRequest.BodyPublishers.ofByteArray(json(message)))
                        .build();
        HttpResponse<InputStream> response;
        try {
            response = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
        } catch (IOException e) {
            String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            throw new IOException("no answer from %s: %s".formatted(url.getHost(), why), e);
        }
        try (InputStream body = response.body()) {
            return result(response, body);
        }
    }

    private Result result(HttpResponse<?> response, InputStream body) throws IOException {
        int status = response.statusCode();
        if (status / CLASS == SUCCESS) return new Delivered("HTTP status " + status);
        String found =
                "expected a 2xx status from %s, found %d: %s"
                        .formatted(url.getHost(), status, text(body));
        if (status / CLASS != SERVER_ERROR && !TEMPORARY.contains(status)) {
            return new Rejected(found);
        }
        return new Deferred(retryAfter(response), found, Set.of());
    }

    private @Nullable Duration retryAfter(HttpResponse<?> response) {
        return response.headers()
                .firstValue("Retry-After")
                .flatMap(header -> RetryAfterHeader.parse(header, clock.instant()))
                .orElse(null);
    }

    private static String text(InputStream body) throws IOException {
        String text = new String(body.readNBytes(ANSWER_BYTES_MAX), StandardCharsets.UTF_8);
        return text.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
    }

    private static byte[] json(AlertMessage message) {
        Alert alert = message.alert();
        var body =
                new Body(
                        message.id(),
                        message.at(),
                        alert.category(),
                        alert.severity(),
                        alert.subject(),
                        alert.text(),
                        alert.traceId());
        return JsonCodec.JSON.encode(body).bytes();
    }

    /// The document that is posted.
    record Body(
            String id,
            Instant at,
            String category,
            Alert.Severity severity,
            String subject,
            String text,
            String traceId) {}
}
