package dev.pawl.diamonds.supplier;

import dev.pawl.diamonds.supplier.SupplierException.Kind;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/// Sends requests over HTTP, within the limits. Thread-safe.
///
/// Redirects are not followed: the request carries a password or a token.
final class SupplierHttp implements AutoCloseable {
    private final SupplierAccess access;
    private final SupplierLimits limits;
    private final HttpClient client;

    SupplierHttp(SupplierAccess access, SupplierLimits limits) {
        this.access = access;
        this.limits = limits;
        client =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .connectTimeout(limits.connect())
                        .build();
    }

    /// Posts a JSON document and returns the response with its whole body.
    HttpReply post(byte[] json, String subject) throws SupplierException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(access.endpoint())
                        .header("Content-Type", "application/json")
                        .header("Accept", "application/json")
                        .header("User-Agent", "pawl")
                        .POST(BodyPublishers.ofByteArray(json))
                        .build();
        Stopwatch watch = new Stopwatch();
        CompletableFuture<HttpResponse<byte[]>> future =
                client.sendAsync(
                        request,
                        _ -> {
                            watch.heard();
                            return new BoundedBody(limits.responseBytes(), watch::heard);
                        });
        try {
            HttpResponse<byte[]> response = await(future, watch, subject);
            return new HttpReply(response.statusCode(), response.headers(), response.body());
        } catch (ExecutionException e) {
            throw failed(e.getCause() == null ? e : e.getCause(), subject);
        } finally {
            // Ends the exchange if the wait was abandoned, and changes nothing otherwise.
            future.cancel(true);
        }
    }

    private HttpResponse<byte[]> await(
            CompletableFuture<HttpResponse<byte[]>> future, Stopwatch watch, String subject)
            throws SupplierException, InterruptedException, ExecutionException {
        while (true) {
            Duration silent = limits.silence().minus(watch.sinceHeard());
            Duration left = limits.total().minus(watch.sinceStart());
            if (!left.isPositive()) {
                throw transientFailure(
                        subject, "a complete answer within " + limits.total(), "an incomplete one");
            }
            if (!silent.isPositive()) {
                throw transientFailure(
                        subject, "the supplier to answer within " + limits.silence(), "silence");
            }
            Duration wait = silent.compareTo(left) < 0 ? silent : left;
            try {
                return future.get(wait.toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException _) {
                // Something may have arrived meanwhile: the loop looks again.
            }
        }
    }

    private SupplierException failed(Throwable error, String subject) {
        if (isCausedBy(error, BoundedBody.LimitExceeded.class)) {
            return new SupplierException(
                    Kind.TOO_LARGE,
                    "%s: expected at most %d bytes, found more"
                            .formatted(subject, limits.responseBytes()),
                    null);
        }
        if (isCausedBy(error, CertificateException.class)) {
            return new SupplierException(
                    Kind.DENIED,
                    "%s: expected a trusted certificate, found another; check the trusted"
                                    .formatted(subject)
                            + " authorities",
                    error);
        }
        return new SupplierException(
                Kind.TRANSIENT,
                "%s: expected a complete answer, found %s; check the address and the network"
                        .formatted(subject, found(error)),
                error);
    }

    private static String found(Throwable error) {
        if (isCausedBy(error, UnknownHostException.class)
                || isCausedBy(error, UnresolvedAddressException.class)) return "an unknown host";
        if (isCausedBy(error, HttpConnectTimeoutException.class)
                || isCausedBy(error, ConnectException.class)
                || isCausedBy(error, NoRouteToHostException.class)) return "no connection";
        return "a broken connection (%s)".formatted(error.getMessage());
    }

    private static boolean isCausedBy(Throwable error, Class<? extends Throwable> type) {
        return Stream.iterate(error, cause -> cause != null, Throwable::getCause)
                .anyMatch(type::isInstance);
    }

    private static SupplierException transientFailure(
            String subject, String expected, String found) {
        return new SupplierException(
                Kind.TRANSIENT,
                "%s: expected %s, found %s".formatted(subject, expected, found),
                null);
    }

    /// Ends requests that are running, and closes connections.
    @Override
    public void close() {
        client.shutdownNow();
        client.close();
    }

    /// How long a request has taken, and how long nothing has arrived. The caller reads what the
    /// threads of the HTTP client write.
    private static final class Stopwatch {
        private final long started = System.nanoTime();
        private volatile long heard = started;

        void heard() {
            heard = System.nanoTime();
        }

        Duration sinceHeard() {
            return Duration.ofNanos(System.nanoTime() - heard);
        }

        Duration sinceStart() {
            return Duration.ofNanos(System.nanoTime() - started);
        }
    }
}
