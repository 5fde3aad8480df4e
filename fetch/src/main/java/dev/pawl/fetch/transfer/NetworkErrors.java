package dev.pawl.fetch.transfer;

import dev.pawl.fetch.FetchException;
import dev.pawl.fetch.FetchException.Kind;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertificateException;
import java.util.stream.Stream;

/// Errors of connections.
public final class NetworkErrors {
    private NetworkErrors() {}

    /// Returns the error for a connection to the server of `url` that failed.
    public static FetchException failed(FetchSubject subject, URI url, Throwable error) {
        String server = "%s:%d".formatted(url.getHost(), port(url));
        if (isCausedBy(error, CertificateException.class)) {
            return subject.error(
                    Kind.REFUSED,
                    "expected a trusted certificate of %s, found %s; check the trusted authorities"
                            .formatted(server, root(error)),
                    error);
        }
        return subject.error(
                Kind.TRANSIENT,
                "expected a complete response from %s, found %s; check the address and the network,"
                                .formatted(server, found(error))
                        + " then try again",
                error);
    }

    private static int port(URI url) {
        if (url.getPort() >= 0) return url.getPort();
        return "https".equals(url.getScheme()) ? 443 : 80;
    }

    private static String found(Throwable error) {
        if (isCausedBy(error, UnknownHostException.class)
                || isCausedBy(error, UnresolvedAddressException.class)) return "an unknown host";
        if (isCausedBy(error, ConnectException.class)
                || isCausedBy(error, NoRouteToHostException.class)) return "no connection";
        if (isCausedBy(error, HttpTimeoutException.class)
                || isCausedBy(error, InterruptedIOException.class)) return "silence";
        return root(error).toString();
    }

    private static boolean isCausedBy(Throwable error, Class<? extends Throwable> type) {
        return causes(error).anyMatch(type::isInstance);
    }

    private static Throwable root(Throwable error) {
        return causes(error).reduce(error, (_, next) -> next);
    }

    private static Stream<Throwable> causes(Throwable error) {
        return Stream.iterate(error, cause -> cause != null, Throwable::getCause);
    }
}
