package dev.pawl.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/// A proxy in front of an echo server.
@Timeout(60)
final class FaultProxyTest {
    /// After this much silence a test assumes that nothing will arrive.
    private static final int SILENCE_MILLIS = 100;

    private ServerSocket echo;
    private Thread welcoming;
    private FaultProxy proxy;

    @BeforeEach
    void open() throws IOException {
        echo = new ServerSocket(0, 50, Ports.loopback());
        welcoming = Thread.startVirtualThread(this::welcome);
        proxy = FaultProxy.start(echo.getLocalPort());
    }

    @AfterEach
    void close() throws IOException {
        proxy.close();
        echo.close();
    }

    @Test
    void forwardsEveryByteAndTheEnd() throws Exception {
        byte[] bytes = new byte[3 << 20];
        ThreadLocalRandom.current().nextBytes(bytes);
        try (Socket client = connect()) {
            Thread.startVirtualThread(() -> send(client, bytes));
            assertThat(Arrays.equals(client.getInputStream().readAllBytes(), bytes)).isTrue();
        }
    }

    @Test
    void cutsConnectionsAndTakesNewOnes() throws Exception {
        try (Socket client = connect()) {
            assertThat(echoed(client, "before")).isEqualTo("before");
            proxy.cut();
            assertThatThrownBy(() -> client.getInputStream().read())
                    .isInstanceOf(SocketException.class);
        }
        assertThat(proxy.connections()).isZero();
        try (Socket client = connect()) {
            assertThat(echoed(client, "after")).isEqualTo("after");
            assertThat(proxy.connections()).isEqualTo(1);
        }
    }

    @Test
    void refusesNewConnectionsForAWhile() throws Exception {
        try (Socket client = connect()) {
            assertThat(echoed(client, "one")).isEqualTo("one");
            proxy.refuse();
            assertThatThrownBy(this::connect).isInstanceOf(ConnectException.class);
            assertThat(echoed(client, "two")).isEqualTo("two");
        }
        proxy.accept();
        try (Socket client = connect()) {
            assertThat(echoed(client, "three")).isEqualTo("three");
        }
    }

    @Test
    void holdsBytesBackAndResumes() throws Exception {
        try (Socket client = connect()) {
            proxy.hold();
            client.getOutputStream().write("held".getBytes(StandardCharsets.UTF_8));
            client.setSoTimeout(SILENCE_MILLIS);
            assertThatThrownBy(() -> client.getInputStream().read())
                    .isInstanceOf(SocketTimeoutException.class);
            client.setSoTimeout(0);
            proxy.forward();
            assertThat(received(client, 4)).isEqualTo("held");
        }
    }

    @Test
    void delaysBytesUntilTheDelayEnds() throws Exception {
        try (Socket client = connect()) {
            proxy.delay(Duration.ofHours(1));
            client.getOutputStream().write("late".getBytes(StandardCharsets.UTF_8));
            client.setSoTimeout(SILENCE_MILLIS);
            assertThatThrownBy(() -> client.getInputStream().read())
                    .isInstanceOf(SocketTimeoutException.class);
            client.setSoTimeout(0);
            proxy.delay(Duration.ofMillis(1));
            assertThat(received(client, 4)).isEqualTo("late");
        }
    }

    @Test
    void resetsAClientIfNoServerListens() throws Exception {
        echo.close();
        // A thread that is accepting may still get a client: the port is closed when it ends.
        welcoming.join();
        try (Socket client = connect()) {
            assertThatThrownBy(() -> client.getInputStream().read())
                    .isInstanceOf(SocketException.class);
        }
    }

    @Test
    void aClientOfAServerSeesTheCut(@TempDir Path home) throws Exception {
        Installation installation = Installation.any().orElseThrow(TestAbortedException::new);
        try (PostgresServer server = PostgresServer.start(installation, home, Map.of());
                FaultProxy between = FaultProxy.start(server.port())) {
            String url = between.through(server.url("postgres"));
            try (Connection client = DriverManager.getConnection(url)) {
                assertThat(Sql.text(client, "select 1")).isEqualTo("1");
                between.cut();
                assertThatThrownBy(() -> Sql.text(client, "select 1"))
                        .isInstanceOf(SQLException.class);
            }
            assertThat(Sql.text(url, "select 2")).isEqualTo("2");
        }
    }

    private Socket connect() throws IOException {
        return new Socket(Ports.loopback(), proxy.port());
    }

    private static String echoed(Socket client, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        client.getOutputStream().write(bytes);
        return received(client, bytes.length);
    }

    private static String received(Socket client, int length) throws IOException {
        return new String(client.getInputStream().readNBytes(length), StandardCharsets.UTF_8);
    }

    private static void send(Socket client, byte[] bytes) {
        try {
            client.getOutputStream().write(bytes);
            client.shutdownOutput();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void welcome() {
        while (true) {
            try {
                Socket client = echo.accept();
                Thread.startVirtualThread(() -> echo(client));
            } catch (IOException e) {
                // Closed: the test has ended.
                return;
            }
        }
    }

    private static void echo(Socket client) {
        try (client) {
            client.getInputStream().transferTo(client.getOutputStream());
        } catch (IOException e) {
            // Cut, as some tests do.
        }
    }
}
