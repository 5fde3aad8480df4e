package dev.pawl.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A proxy in front of a server with one object, seen byte by byte.
final class HttpFaultsTest {
    /// After this much silence a test assumes that nothing will arrive.
    private static final int SILENCE_MILLIS = 100;

    private static final String CONTENT = "0123456789";

    @TempDir private Path directory;

    private S3Server server;
    private HttpFaults faults;

    @BeforeEach
    void open() throws IOException {
        server = S3Server.open(directory);
        server.createBucket("images");
        put(CONTENT);
        faults = HttpFaults.start(server.port());
    }

    @AfterEach
    void close() throws IOException {
        faults.close();
        server.close();
    }

    @Test
    void forwardsWithoutAFaultAndRecordsTheRequests() throws Exception {
        assertThat(get("Range: bytes=4-6")).contains(" 206 ").endsWith("\r\n\r\n456");
        assertThat(ask("HEAD", "")).contains("Content-Length: 10").endsWith("\r\n\r\n");
        assertThat(faults.requests()).containsExactly("GET /images/k bytes=4-6", "HEAD /images/k");
        assertThat(faults.requests("GET")).isEqualTo(1);
    }

    @Test
    void appliesTheFaultsOfAMethodInOrder() throws Exception {
        faults.script("GET", new HttpFault.Answer(404), new HttpFault.None());
        faults.script("GET", new HttpFault.Answer(503, Map.of("Retry-After", "7")));
        assertThat(ask("HEAD", "")).contains(" 200 ");
        assertThat(get("")).contains(" 404 ");
        assertThat(get("")).contains(" 200 ");
        assertThat(get("")).contains(" 503 ").contains("Retry-After: 7");
        assertThat(get("")).contains(" 200 ");
    }

    @Test
    void removesFaultsThatHaveNotOccurred() throws Exception {
        faults.script("GET", new HttpFault.Answer(500));
        faults.forgive();
        assertThat(get("")).contains(" 200 ");
    }

    @Test
    void endsABodyEarlyWithOrWithoutAReset() throws Exception {
        faults.script("GET", new HttpFault.Truncate(3), new HttpFault.Cut(0));
        assertThat(get("")).contains("Content-Length: 10").endsWith("\r\n\r\n012");
        assertThatThrownBy(() -> get("")).isInstanceOf(SocketException.class);
    }

    @Test
    void stallsUntilTheClientDisconnects() throws Exception {
        faults.script("GET", new HttpFault.Stall(3));
        try (Socket client = send("GET", "")) {
            InputStream in = client.getInputStream();
            assertThat(HttpHead.read(in).start()).contains(" 200 ");
            assertThat(in.readNBytes(3)).isEqualTo("012".getBytes(StandardCharsets.US_ASCII));
            client.setSoTimeout(SILENCE_MILLIS);
            assertThatThrownBy(in::read).isInstanceOf(SocketTimeoutException.class);
        }
        faults.script("GET", new HttpFault.Silence());
        try (Socket client = send("GET", "")) {
            client.setSoTimeout(SILENCE_MILLIS);
            InputStream in = client.getInputStream();
            assertThatThrownBy(in::read).isInstanceOf(SocketTimeoutException.class);
        }
        assertThat(get("")).contains(" 200 ");
    }

    @Test
    void sendsEveryByteSlowly() throws Exception {
        faults.script("GET", new HttpFault.Slow(Duration.ofMillis(1)));
        assertThat(get("")).endsWith("\r\n\r\n" + CONTENT);
    }

    @Test
    void changesTheHead() throws Exception {
        faults.script("GET", new HttpFault.WrongLength(-4), new HttpFault.WrongLength(5));
        faults.script("GET", new HttpFault.Without("ETag"), new HttpFault.With("ETag", "\"x\""));
        faults.script("GET", new HttpFault.Garbage());
        assertThat(get("")).contains("Content-Length: 6").endsWith(CONTENT);
        assertThat(get("")).contains("Content-Length: 15").endsWith(CONTENT);
        assertThat(get("")).doesNotContain("ETag").endsWith(CONTENT);
        assertThat(get("")).containsOnlyOnce("ETag: \"x\"").endsWith(CONTENT);
        assertThat(get("")).contains("no name and no colon").doesNotContain("\r\n\r\n");
    }

    @Test
    void treatsARangeWrongly() throws Exception {
        faults.script("GET", new HttpFault.IgnoreRange(), new HttpFault.Status(200));
        assertThat(get("Range: bytes=4-")).contains(" 200 ").endsWith("\r\n\r\n" + CONTENT);
        assertThat(get("Range: bytes=4-")).contains(" 200 ").endsWith("\r\n\r\n456789");
    }

    @Test
    void changesTheObjectBeforeARequest() throws Exception {
        faults.script("GET", new HttpFault.None(), new HttpFault.Meanwhile(() -> put("new")));
        assertThat(get("")).endsWith(CONTENT);
        assertThat(get("")).endsWith("\r\n\r\nnew");
    }

    private void put(String content) {
        try {
            server.put("images", "k", content.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private String get(String header) throws IOException {
        return ask("GET", header);
    }

    private String ask(String method, String header) throws IOException {
        try (Socket client = send(method, header)) {
            return new String(client.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    private Socket send(String method, String header) throws IOException {
        Socket client = new Socket(Ports.loopback(), faults.port());
        String head = "%s /images/k HTTP/1.1\r\nHost: 127.0.0.1\r\n".formatted(method);
        String more = header.isEmpty() ? "" : header + "\r\n";
        client.getOutputStream().write((head + more + "\r\n").getBytes(StandardCharsets.US_ASCII));
        return client;
    }
}
