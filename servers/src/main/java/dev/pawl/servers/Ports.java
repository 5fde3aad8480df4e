package dev.pawl.servers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/// Free ports on loopback.
final class Ports {
    /// Outside the range that Linux assigns to clients, so that no client takes the port of a
    /// server while it is down.
    private static final int LEAST = 15_000;

    private static final int BOUND = 32_000;
    private static final int TRIES_MAX = 100;

    private Ports() {}

    static int free() throws IOException {
        IOException last = new IOException("no port was tried");
        for (int i = 0; i < TRIES_MAX; i++) {
            int port = ThreadLocalRandom.current().nextInt(LEAST, BOUND);
            try (ServerSocket socket = new ServerSocket(port, 1, loopback())) {
                return socket.getLocalPort();
            } catch (IOException e) {
                last = e;
            }
        }
        throw new IOException("no free port from %d to %d".formatted(LEAST, BOUND - 1), last);
    }

    static InetAddress loopback() throws IOException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    }
}
