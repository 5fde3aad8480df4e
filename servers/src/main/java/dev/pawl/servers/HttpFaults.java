package dev.pawl.servers;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// A proxy in front of an HTTP server on loopback that adds faults to requests, by a script.
///
/// It forwards unless the script has a fault for the next request of its path or method; a
/// connection carries one request. Nothing depends on chance. Thread-safe.
public final class HttpFaults implements AutoCloseable {
    private final int target;
    private final ServerSocket door;
    private final Set<Socket> clients = ConcurrentHashMap.newKeySet();

    /// Guarded by this; faults are stored under their method or path.
    private final Map<String, Queue<HttpFault>> script = new HashMap<>();

    private final List<String> seen = new ArrayList<>();

    private HttpFaults(int target) throws IOException {
        this.target = target;
        door = new ServerSocket(0, 50, Ports.loopback());
        Thread.startVirtualThread(this::welcome);
    }

    /// Starts a proxy in front of the server at the port `target`.
    public static HttpFaults start(int target) throws IOException {
        return new HttpFaults(target);
    }

    public int port() {
        return door.getLocalPort();
    }

    public String url() {
        return "http://127.0.0.1:" + port();
    }

    /// Adds faults for the next requests of a method, one for each in this order.
    public synchronized void script(String method, HttpFault... faults) {
        script.computeIfAbsent(method, _ -> new ArrayDeque<>()).addAll(List.of(faults));
    }

    /// Adds faults for the next requests of a path, with any query; they take precedence over those
    /// of the method.
    public void scriptPath(String path, HttpFault... faults) {
        script(path, faults);
    }

    /// Removes the faults that have not occurred yet.
    public synchronized void forgive() {
        script.clear();
    }

    /// Returns the requests so far: method, path and, if there is one, the range.
    public synchronized List<String> requests() {
        return List.copyOf(seen);
    }

    /// Returns how many requests of a method there were.
    public long requests(String method) {
        return requests().stream().filter(line -> line.startsWith(method + " ")).count();
    }

    /// Resets all connections and stops.
    @Override
    public void close() throws IOException {
        door.close();
        for (Socket client : clients) client.close();
    }

    private void welcome() {
        while (true) {
            Socket client;
            try {
                client = door.accept();
            } catch (IOException e) {
                // Closed.
                return;
            }
            clients.add(client);
            Thread.startVirtualThread(() -> serve(client));
        }
    }

    private void serve(Socket client) {
        try (client) {
            HttpExchange exchange = HttpExchange.read(client, target);
            exchange.answer(next(exchange.request()));
        } catch (IOException e) {
            // The client disconnected, or the server is down: the client's connection is closed.
        } finally {
            clients.remove(client);
        }
    }

    private synchronized HttpFault next(HttpHead request) {
        String line = request.start().replaceFirst(" HTTP/1.1$", "");
        seen.add(request.value("Range").map(range -> line + " " + range).orElse(line));
        HttpFault ofPath = poll(request.path());
        HttpFault fault = ofPath == null ? poll(request.method()) : ofPath;
        return fault == null ? new HttpFault.None() : fault;
    }

    private @Nullable HttpFault poll(String key) {
        Queue<HttpFault> faults = script.get(key);
        return faults == null ? null : faults.poll();
    }
}
