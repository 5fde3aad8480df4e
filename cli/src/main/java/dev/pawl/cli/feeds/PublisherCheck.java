package dev.pawl.cli.feeds;

import dev.pawl.feeds.SourceKind;
import dev.pawl.feeds.web.PublisherUrls;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.List;

/// Checks whether the publishers are reachable.
final class PublisherCheck {
    private static final int TIMEOUT_MILLIS = 3_000;
    private static final int HTTPS = 443;

    private PublisherCheck() {}

    /// Returns whether at least one publisher answers.
    static boolean isReachable() throws InterruptedException {
        for (SourceKind kind : List.of(SourceKind.CWE, SourceKind.CVE)) {
            for (URI address : PublisherUrls.ofPublishers().of(kind.id())) {
                if (Thread.interrupted()) throw new InterruptedException();
                if (answers(address.getHost())) return true;
            }
        }
        return false;
    }

    private static boolean answers(String host) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, HTTPS), TIMEOUT_MILLIS);
            return true;
        } catch (IOException _) {
            return false;
        }
    }
}
