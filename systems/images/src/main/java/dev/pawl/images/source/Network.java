package dev.pawl.images.source;

import dev.pawl.images.source.SourceException.Kind;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.security.cert.CertificateException;
import java.util.stream.Stream;

/// What errors of connections mean.
final class Network {
    private Network() {}

    /// Returns what an error says that happened with the server at `address`.
    static SourceException failed(Subject subject, URI address, Throwable error) {
        String place = "%s:%d".formatted(address.getHost(), port(address));
        if (isCausedBy(error, CertificateException.class)) {
            return subject.error(
                    Kind.REFUSED,
                    "expected a trusted certificate of %s, found %s; check whom to trust"
                            .formatted(place, root(error)),
                    error);
        }
        return subject.error(
                Kind.TRANSIENT,
                "expected an answer from %s, found %s; check the address and the network, then try"
                                .formatted(place, found(error))
                        + " again",
                error);
    }

    private static int port(URI address) {
        if (address.getPort() >= 0) return address.getPort();
        return "https".equals(address.getScheme()) ? 443 : 80;
    }

    private static String found(Throwable error) {
        if (isCausedBy(error, UnknownHostException.class)) return "that the host is unknown";
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
