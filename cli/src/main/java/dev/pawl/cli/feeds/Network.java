package dev.pawl.cli.feeds;

import dev.pawl.feeds.SourceKind;
import dev.pawl.feeds.web.Addresses;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.List;

/// Looks whether the publishers can be reached.
final class Network {
    private static final int PATIENCE_MILLIS = 3_000;
    private static final int HTTPS = 443;

    private Network() {}

    /// Returns whether one of the publishers answers; the first one that does is enough.
    static boolean isReachable() throws InterruptedException {
        for (SourceKind kind : List.of(SourceKind.CWE, SourceKind.CVE)) {
            for (URI address : Addresses.ofPublishers().of(kind.id())) {
                if (Thread.interrupted()) throw new InterruptedException();
                if (answers(address.getHost())) return true;
            }
        }
        return false;
    }

    private static boolean answers(String host) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, HTTPS), PATIENCE_MILLIS);
            return true;
        } catch (IOException _) {
            return false;
        }
    }
}
