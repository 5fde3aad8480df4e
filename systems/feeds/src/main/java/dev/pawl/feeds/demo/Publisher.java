package dev.pawl.feeds.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Serves the sample data on loopback, with faults: it is slow, throttles, fails once, truncates a
/// response once, blocks documents until they are released, and publishes changes.
final class Publisher implements AutoCloseable {
    static final String API = "/rest/json/cves/2.0";
    static final String CWE = "/cwe/cwec.xml";
    static final String CAPEC = "/capec/capec.xml";

    private static final String SAMPLES = "/dev/pawl/feeds/sample";
    private static final Duration PAGE_TIME = Duration.ofMillis(250);
    private static final Duration BLOCK_MAX = Duration.ofSeconds(60);
    private static final int THROTTLED_REQUEST = 5;
    private static final String RETRY_AFTER = "2";
    private static final int BLOCKED_FROM = 400;
    private static final Pattern RANGE = Pattern.compile("bytes=(\\d{1,9})-");

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final FakeNvdApi api = new FakeNvdApi();
    private final AtomicInteger pages = new AtomicInteger();
    private final Map<String, String> edited = new ConcurrentHashMap<>();
    private final Map<String, Fault> faults = new ConcurrentHashMap<>();
    private final Map<String, CountDownLatch> blocked = new ConcurrentHashMap<>();

    private Publisher() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::document);
        server.createContext(API, this::page);
        faults.put(CWE, Fault.FAILS);
        faults.put(CAPEC, Fault.TRUNCATES);
    }

    static Publisher start() throws IOException {
        Publisher publisher = new Publisher();
        publisher.server.start();
        return publisher;
    }

    String url(String path) {
        InetSocketAddress at = server.getAddress();
        return "http://%s:%d%s".formatted(at.getAddress().getHostAddress(), at.getPort(), path);
    }

    /// Blocks requests for a document, or for the later pages of the API.
    void block(String path) {
        blocked.put(path, new CountDownLatch(1));
    }

    void release(String path) {
        CountDownLatch latch = blocked.remove(path);
        if (latch != null) latch.countDown();
    }

    /// Publishes changes.
    void change(Instant now) throws IOException {
        api.change(now);
        edited.put(CWE, NextCweEdition.next(text(CWE)));
    }

    private void page(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (pages.incrementAndGet() == THROTTLED_REQUEST) {
                exchange.getResponseHeaders().set("Retry-After", RETRY_AFTER);
                exchange.sendResponseHeaders(429, -1);
                return;
            }
            Thread.sleep(PAGE_TIME);
            Map<String, String> query = parameters(exchange.getRequestURI().getQuery());
            int start = Integer.parseInt(query.getOrDefault("startIndex", "0"));
            if (start >= BLOCKED_FROM && !awaitRelease(API)) return;
            byte[] body =
                    api.page(
                                    start,
                                    time(query.get("lastModStartDate"), Instant.MIN),
                                    time(query.get("lastModEndDate"), Instant.MAX))
                            .getBytes(UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        } catch (InterruptedException _) {
            // The publisher closes; the client sees a closed connection.
            Thread.currentThread().interrupt();
        }
    }

    private static Map<String, String> parameters(@Nullable String query) {
        Map<String, String> parameters = new HashMap<>();
        for (String each : List.of(String.valueOf(query).split("&", -1))) {
            int sign = each.indexOf('=');
            if (sign > 0) parameters.put(each.substring(0, sign), each.substring(sign + 1));
        }
        return parameters;
    }

    private static Instant time(@Nullable String text, Instant otherwise) {
        return text == null ? otherwise : Instant.parse(text);
    }

    private void document(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        try (exchange) {
            if (!awaitRelease(path)) return;
            Fault fault = faults.remove(path);
            if (fault == Fault.FAILS) exchange.sendResponseHeaders(500, -1);
            else answer(exchange, content(path), fault == Fault.TRUNCATES);
        } catch (InterruptedException _) {
            // The publisher closes; the client sees a closed connection.
            Thread.currentThread().interrupt();
        }
    }

    /// Waits while a document is blocked; returns false after a timeout.
    private boolean awaitRelease(String path) throws InterruptedException {
        CountDownLatch latch = blocked.get(path);
        return latch == null || latch.await(BLOCK_MAX.toSeconds(), TimeUnit.SECONDS);
    }

    private static void answer(HttpExchange exchange, byte[] content, boolean truncated)
            throws IOException {
        String etag = "\"%08x\"".formatted(Arrays.hashCode(content));
        Headers request = exchange.getRequestHeaders();
        exchange.getResponseHeaders().set("ETag", etag);
        if (etag.equals(request.getFirst("If-None-Match"))) {
            exchange.sendResponseHeaders(304, -1);
            return;
        }
        Matcher range = RANGE.matcher(String.valueOf(request.getFirst("Range")));
        boolean rest = range.matches() && etag.equals(request.getFirst("If-Range"));
        int from = rest ? Integer.parseInt(range.group(1)) : 0;
        if (rest) {
            exchange.getResponseHeaders()
                    .set(
                            "Content-Range",
                            "bytes %d-%d/%d".formatted(from, content.length - 1, content.length));
        }
        int length = content.length - from;
        exchange.sendResponseHeaders(rest ? 206 : 200, length);
        exchange.getResponseBody().write(content, from, truncated ? length / 2 : length);
        exchange.getResponseBody().flush();
    }

    private byte[] content(String path) throws IOException {
        String other = edited.get(path);
        return other == null ? sample(path) : other.getBytes(UTF_8);
    }

    private static String text(String path) throws IOException {
        return new String(sample(path), UTF_8);
    }

    private static byte[] sample(String path) throws IOException {
        try (InputStream in = Publisher.class.getResourceAsStream(SAMPLES + path)) {
            if (in == null)
                throw new IOException("expected a sample at %s, found none".formatted(path));
            return in.readAllBytes();
        }
    }

    @Override
    public void close() {
        List.copyOf(blocked.keySet()).forEach(this::release);
        server.stop(0);
        threads.shutdownNow();
    }

    /// A fault of the first request for a document.
    private enum Fault {
        FAILS,
        TRUNCATES
    }
}
