package dev.pawl.diamonds.simulator;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.pawl.diamonds.simulator.SimulatedFault.ErrorStatus;
import dev.pawl.diamonds.simulator.SimulatedFault.None;
import dev.pawl.diamonds.simulator.SimulatedFault.Reset;
import dev.pawl.diamonds.simulator.SimulatedFault.Slow;
import dev.pawl.diamonds.simulator.SimulatedFault.Truncated;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/// A supplier on loopback that implements the contract: GraphQL by `POST /graphql`, and its whole
/// stock as JSON Lines by `GET /stock`. Thread-safe.
public final class SupplierSimulator implements AutoCloseable {
    /// The path of the API.
    public static final String API = "/graphql";

    /// The path of the stock.
    public static final String STOCK = "/stock";

    private static final String NO_DELAY = "sun.net.httpserver.nodelay";
    private static final int REQUEST_BYTES_MAX = 1 << 20;
    private static final int SKIPPED_BYTES_MAX = 64 << 20;
    private static final Duration TICK = Duration.ofMillis(100);

    private final SimulatorOptions options;
    private final LiveStock stock;
    private final SupplierApi api;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicLong requests = new AtomicLong();
    private final AtomicLong faults = new AtomicLong();
    private volatile boolean isMoving;

    private SupplierSimulator(SimulatorOptions options, LiveStock stock, HttpServer server) {
        this.options = options;
        this.stock = stock;
        this.api = new SupplierApi(options, stock);
        this.server = server;
        server.setExecutor(threads);
        server.createContext("/", exchange -> answer(exchange, 404, "{}".getBytes(UTF_8)));
        server.createContext(API, this::api);
        server.createContext(STOCK, this::stock);
    }

    /// Reads the stock and starts to serve it.
    ///
    /// @throws StockException if the stock cannot be read
    /// @throws IOException if the port is taken
    public static SupplierSimulator start(SimulatorOptions options) throws IOException {
        LiveStock stock = LiveStock.open(options.stock(), options.seed(), options.clock());
        var simulator = new SupplierSimulator(options, stock, bind(options.port()));
        simulator.server.start();
        if (options.changesPerSecond() > 0) simulator.startMoving();
        return simulator;
    }

    private static HttpServer bind(int port) throws IOException {
        // Without this the body of a response waits until the client has acknowledged the header,
        // which takes 40 ms. The JDK reads it once, when the first server of the process is
        // created.
        if (System.getProperty(NO_DELAY) == null) System.setProperty(NO_DELAY, "true");
        try {
            var loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
            return HttpServer.create(loopback, 0);
        } catch (BindException e) {
            throw new IOException(
                    "expected the port %d of %s to be free, found %s; choose another port, or 0 for"
                                    .formatted(
                                            port,
                                            InetAddress.getLoopbackAddress().getHostAddress(),
                                            e.getMessage())
                            + " any",
                    e);
        }
    }

    /// Returns the URL of the API.
    public String url() {
        return address() + API;
    }

    /// Returns the URL of the stock.
    public String stockUrl() {
        return address() + STOCK;
    }

    public int port() {
        return server.getAddress().getPort();
    }

    private String address() {
        InetSocketAddress at = server.getAddress();
        return "http://%s:%d".formatted(at.getAddress().getHostAddress(), at.getPort());
    }

    /// Returns how many stones the stock has.
    public int stones() {
        return stock.snapshot().size();
    }

    /// Changes so many stones at once; returns what changed.
    public StockMoves move(int changes) {
        return stock.move(changes);
    }

    /// Stops the moves that the options asked for.
    public void stopMoving() {
        isMoving = false;
    }

    /// Ends all tokens, so that every client must log in again.
    public void expireTokens() {
        api.expireTokens();
    }

    public SimulatorStats stats() {
        return api.stats(requests.get(), faults.get());
    }

    private void startMoving() {
        isMoving = true;
        var _ = threads.submit(this::keepMoving);
    }

    private void keepMoving() {
        long changes = 0;
        long start = System.nanoTime();
        try {
            while (isMoving) {
                Thread.sleep(TICK);
                double seconds = (System.nanoTime() - start) / 1e9;
                long due = (long) (seconds * options.changesPerSecond()) - changes;
                if (due > 0 && isMoving) stock.move((int) Math.min(due, Integer.MAX_VALUE));
                changes += due;
            }
        } catch (InterruptedException _) {
            // The simulator closes.
            Thread.currentThread().interrupt();
        }
    }

    private void api(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readNBytes(REQUEST_BYTES_MAX + 1);
            long number = requests.incrementAndGet();
            if (!exchange.getRequestMethod().equals("POST")) {
                exchange.getResponseHeaders().set("Allow", "POST");
                answer(exchange, 405, error("expected POST"));
            } else if (body.length > REQUEST_BYTES_MAX) {
                // A client that is still sending would see its connection reset, and no answer.
                exchange.getRequestBody().skip(SKIPPED_BYTES_MAX);
                answer(
                        exchange,
                        413,
                        error("expected at most %d bytes".formatted(REQUEST_BYTES_MAX)));
            } else {
                SimulatedFault fault = options.faults().of(options.seed(), number);
                if (!(fault instanceof None)) faults.incrementAndGet();
                answer(exchange, fault, body, number);
            }
        } catch (InterruptedException _) {
            // The simulator closes; the client sees a closed connection.
            Thread.currentThread().interrupt();
        }
    }

    private void answer(HttpExchange exchange, SimulatedFault fault, byte[] body, long number)
            throws IOException, InterruptedException {
        switch (fault) {
            case None _ -> answer(exchange, 200, api.answer(body, number));
            case Slow(Duration time) -> {
                Thread.sleep(time);
                answer(exchange, 200, api.answer(body, number));
            }
            case ErrorStatus(int status, Duration wait, boolean isDate) -> {
                if (wait.isPositive()) {
                    exchange.getResponseHeaders().set("Retry-After", retryAfter(wait, isDate));
                }
                answer(exchange, status, error("a fault of the simulator"));
            }
            case Truncated(boolean isAnnounced) -> {
                byte[] whole = api.answer(body, number);
                int half = whole.length / 2;
                exchange.getResponseHeaders().set("Content-Type", "application/json");
                exchange.sendResponseHeaders(200, isAnnounced ? whole.length : half);
                exchange.getResponseBody().write(whole, 0, half);
                exchange.getResponseBody().flush();
            }
            // The exchange is closed without a response, and the connection with it.
            case Reset _ -> {}
        }
    }

    /// A date has whole seconds, so it is rounded up: a client must not come back too early.
    private String retryAfter(Duration wait, boolean isDate) {
        long seconds = wait.plusMillis(999).toSeconds();
        if (!isDate) return Long.toString(seconds);
        var time = options.clock().instant().plusSeconds(seconds + 1).atOffset(ZoneOffset.UTC);
        return DateTimeFormatter.RFC_1123_DATE_TIME.format(time);
    }

    private void stock(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getResponseHeaders().set("Content-Type", "application/x-ndjson");
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream out = new BufferedOutputStream(exchange.getResponseBody(), 1 << 16)) {
                for (StockStone stone : stock.snapshot().all()) {
                    out.write(stone.json());
                    out.write('\n');
                }
            }
        }
    }

    private static byte[] error(String message) {
        return """
        {"errors":[{"message":"%s"}]}\
        """
                .formatted(message)
                .getBytes(UTF_8);
    }

    private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    /// Closes all connections and waits for the threads to end.
    @Override
    public void close() {
        isMoving = false;
        server.stop(0);
        threads.shutdownNow();
        threads.close();
    }
}
