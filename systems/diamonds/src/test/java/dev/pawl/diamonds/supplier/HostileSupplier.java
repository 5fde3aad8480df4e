package dev.pawl.diamonds.supplier;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// A server that answers a request with whatever bytes a test wants, or not at all.
final class HostileSupplier implements AutoCloseable {
    static final String JSON = "Content-Type: application/json";
    static final String FIRST_BYTES =
            "HTTP/1.1 200 OK\r\n" + JSON + "\r\nContent-Length: 900\r\n\r\n{\"data\":";
    static final String PASSWORD = "open-sesame-4711";
    static final Instant NOW = Instant.parse("2026-11-17T12:00:00Z");
    static final SupplierLimits SHORT =
            new SupplierLimits(
                    Duration.ofSeconds(2),
                    Duration.ofMillis(300),
                    Duration.ofSeconds(5),
                    100_000,
                    Duration.ofHours(6));
    static final String LOGGED_IN =
            """
            {"data":{"authenticate":{"username_and_password":{"token":"token-1"}}}}\
            """;

    private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Set<Socket> clients = ConcurrentHashMap.newKeySet();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final Answering answering;

    private HostileSupplier(Answering answering) throws IOException {
        this.answering = answering;
    }

    /// Starts a server; a login succeeds unless the test answers it.
    static HostileSupplier start(Answering answering) throws IOException {
        HostileSupplier supplier = new HostileSupplier(answering);
        Thread.startVirtualThread(supplier::welcome);
        return supplier;
    }

    /// Starts a server that accepts the login and answers everything else with one response.
    static HostileSupplier answering(int status, String headers, String body) throws IOException {
        return start((request, out) -> {
            if (isLogin(request)) respond(out, 200, "Content-Type: application/json", LOGGED_IN);
            else respond(out, status, headers, body);
        });
    }

    static boolean isLogin(String request) {
        return request.contains("username_and_password");
    }

    static void respond(OutputStream out, int status, String headers, String body)
            throws IOException {
        byte[] bytes = body.getBytes(UTF_8);
        String more = headers.isEmpty() ? "" : headers + "\r\n";
        String head =
                "HTTP/1.1 %d Status\r\n%sContent-Length: %d\r\nConnection: close\r\n\r\n"
                        .formatted(status, more, bytes.length);
        out.write(head.getBytes(ISO_8859_1));
        out.write(bytes);
        out.flush();
    }

    static SupplierException failure(int status, String headers, String body) throws Exception {
        try (HostileSupplier supplier = HostileSupplier.answering(status, headers, body);
                SupplierClient client = open(supplier)) {
            return countFails(client);
        }
    }

    static SupplierException failure(Answering answering) throws Exception {
        try (HostileSupplier supplier = HostileSupplier.start(answering);
                SupplierClient client = open(supplier)) {
            return countFails(client);
        }
    }

    static SupplierException countFails(SupplierClient client) {
        SupplierException error =
                catchThrowableOfType(
                        SupplierException.class,
                        () -> client.count(StoneFilter.ALL, SupplierGate.OPEN));
        assertThat(error).isNotNull();
        assertThat(error.toString()).doesNotContain(PASSWORD);
        return error;
    }

    static SupplierClient open(HostileSupplier supplier) {
        return SupplierClient.open(access(supplier.url()), SHORT, InstantSource.fixed(NOW));
    }

    static SupplierAccess access(String url) {
        return SupplierAccess.of(url, "buyer", PASSWORD);
    }

    String url() {
        return "http://127.0.0.1:%d/graphql".formatted(door.getLocalPort());
    }

    /// Returns the bodies of the requests so far.
    List<String> requests() {
        return requests;
    }

    long logins() {
        return requests.stream().filter(HostileSupplier::isLogin).count();
    }

    private void welcome() {
        while (true) {
            try {
                Socket client = door.accept();
                clients.add(client);
                Thread.startVirtualThread(() -> serve(client));
            } catch (IOException e) {
                // Closed.
                return;
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            String request = read(new BufferedInputStream(client.getInputStream()));
            requests.add(request);
            answering.answer(request, client.getOutputStream());
        } catch (IOException e) {
            // The client has had enough, or the server closes.
        } finally {
            clients.remove(client);
        }
    }

    private static String read(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) throw new IOException("the client has disconnected");
            head.append((char) next);
        }
        String length = head.toString().replaceAll("(?is).*content-length: *(\\d+).*", "$1");
        return new String(in.readNBytes(Integer.parseInt(length)), UTF_8);
    }

    @Override
    public void close() throws IOException {
        door.close();
        for (Socket client : clients) client.close();
    }

    /// What the server does with a request.
    interface Answering {
        void answer(String request, OutputStream out) throws IOException;
    }
}
