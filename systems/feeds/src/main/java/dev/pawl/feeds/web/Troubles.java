package dev.pawl.feeds.web;

import dev.pawl.machine.RetryAfterHeader;
import dev.pawl.orchestrator.limit.Trouble;
import dev.pawl.orchestrator.provider.SourceException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// What it means that a server did not give what it was asked for.
final class Troubles {
    private Troubles() {}

    /// Returns what a status means; those of `throttling` mean to come back later.
    static SourceException ofStatus(
            HttpResponse<?> response, Set<Integer> throttling, Instant now) {
        int status = response.statusCode();
        // Content that nobody can place, such as a part that was not asked for.
        boolean odd = status < 300 || status == 304;
        Trouble trouble = odd ? Trouble.TRANSIENT : Trouble.ofStatus(status, throttling);
        String words =
                "%s: expected the document, found HTTP %d%s; %s"
                        .formatted(response.uri(), status, said(response), advice(trouble));
        if (trouble != Trouble.THROTTLED) return new SourceException(trouble, words);
        Optional<Duration> wait =
                response.headers()
                        .firstValue("Retry-After")
                        .flatMap(header -> RetryAfterHeader.parse(header, now));
        return wait.isPresent()
                ? SourceException.throttled(words, now.plus(wait.get()))
                : new SourceException(trouble, words);
    }

    /// NVD explains itself in a header.
    private static String said(HttpResponse<?> response) {
        return response.headers().firstValue("message").map(" (%s)"::formatted).orElse("");
    }

    private static String advice(Trouble trouble) {
        return switch (trouble) {
            case THROTTLED -> "it is asked again later";
            case TRANSIENT -> "it is tried again";
            case AUTH -> "check what the server allows, and the key if there is one";
            case NOT_FOUND -> "check the address, or name another one";
            case SCHEMA, POISON -> "check the address and what answers there";
        };
    }

    /// Returns what an error of a connection means.
    static SourceException ofNetwork(URI address, Throwable error) {
        if (isCausedBy(error, CertificateException.class)) {
            return new SourceException(
                    Trouble.AUTH,
                    "%s: expected a trusted certificate, found %s; check whom to trust"
                            .formatted(address, root(error)),
                    error);
        }
        return new SourceException(
                Trouble.TRANSIENT,
                "%s: expected an answer to its end, found %s; check address and network"
                        .formatted(address, found(error)),
                error);
    }

    /// Returns what it means that a file cannot be written: such as that its disk is full.
    static SourceException ofDisk(Path file, IOException error) {
        return new SourceException(
                Trouble.TRANSIENT,
                "%s: expected room for what is fetched, found %s; make room, it is tried again"
                        .formatted(file, error.getMessage()),
                error);
    }

    private static String found(Throwable error) {
        if (isCausedBy(error, UnknownHostException.class)
                || isCausedBy(error, UnresolvedAddressException.class)) {
            return "that the host is unknown";
        }
        if (isCausedBy(error, ConnectException.class)) return "no connection";
        if (isCausedBy(error, HttpTimeoutException.class)) return "silence";
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
