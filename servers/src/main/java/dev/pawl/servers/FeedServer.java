package dev.pawl.servers;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// A publisher of feeds on loopback: the files of a directory, and the API of NVD at [#API].
///
/// Files have an ETag and a modification time, and support conditional and range requests; the
/// directory and the records of the API may change while the server runs. A script can add faults
/// to the requests of a path. Thread-safe.
public final class FeedServer implements AutoCloseable {
    /// The path of the API.
    public static final String API = "/rest/json/cves/2.0";

    private final HttpServer server;
    private final HttpFaults faults;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final FeedFiles files;
    private final NvdRecords records = new NvdRecords();

    /// Guarded by itself.
    private final List<String> answers = new ArrayList<>();

    private FeedServer(Path directory) throws IOException {
        files = new FeedFiles(directory);
        server = HttpServer.create(new InetSocketAddress(Ports.loopback(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", exchange -> answer(exchange, files.answer(exchange)));
        server.createContext(API, exchange -> answer(exchange, records.answer(exchange)));
        server.start();
        faults = HttpFaults.start(server.getAddress().getPort());
    }

    /// Starts a server for the files in a directory, and an API without records.
    public static FeedServer start(Path directory) throws IOException {
        return new FeedServer(directory);
    }

    /// Returns the address of a path.
    public String url(String path) {
        return faults.url() + path;
    }

    /// Adds faults for the next requests of a path, one for each in this order.
    public void script(String path, HttpFault... more) {
        faults.scriptPath(path, more);
    }

    /// Removes the faults that have not occurred yet.
    public void forgive() {
        faults.forgive();
    }

    /// Adds a record to the API, or replaces the one of the same name: JSON as NVD has it in
    /// `vulnerabilities`.
    public void put(String id, String lastModified, String json) {
        records.put(id, lastModified, json);
    }

    /// Removes a record of the API.
    public void remove(String id) {
        records.remove(id);
    }

    /// Sets how many records the API returns at once (default: 2,000).
    public void pages(int size) {
        records.pages(size);
    }

    /// Makes the API refuse more than this many requests in any window of time, as NVD's limit
    /// does: with a status and, unless it is empty, a Retry-After.
    public void limit(int requests, Duration window, int status, String retryAfter) {
        records.limit(new NvdRecords.Limit(requests, window, status, retryAfter));
    }

    /// Returns the requests so far: method, path with query and, if there is one, the range.
    public List<String> requests() {
        return faults.requests();
    }

    /// Returns the requests of a path so far.
    public List<String> requests(String path) {
        return requests().stream()
                .filter(line -> line.matches("\\S+ \\Q%s\\E([? ].*)?".formatted(path)))
                .toList();
    }

    /// Returns the server's own responses so far: status, path with query and, if present, the key
    /// of the API.
    public List<String> answers() {
        synchronized (answers) {
            return List.copyOf(answers);
        }
    }

    private void answer(HttpExchange exchange, FeedAnswer answer) throws IOException {
        String line = answer.status() + " " + exchange.getRequestURI();
        String key = exchange.getRequestHeaders().getFirst("apiKey");
        synchronized (answers) {
            answers.add(key == null ? line : line + " " + key);
        }
        try (exchange) {
            answer.headers().forEach(exchange.getResponseHeaders()::set);
            boolean isEmpty = answer.body().length == 0;
            exchange.sendResponseHeaders(answer.status(), isEmpty ? -1 : answer.body().length);
            if (!isEmpty) exchange.getResponseBody().write(answer.body());
        }
    }

    /// Resets all connections and stops.
    @Override
    public void close() throws IOException {
        faults.close();
        server.stop(0);
        threads.shutdownNow();
    }
}
