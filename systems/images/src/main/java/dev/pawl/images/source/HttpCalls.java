package dev.pawl.images.source;

import dev.pawl.images.source.SourceException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Requests, and where they are redirected to.
final class HttpCalls implements AutoCloseable {
    private static final int REDIRECTS_MAX = 5;
    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

    private final Timeouts timeouts;
    private final HttpClient client;

    HttpCalls(Timeouts timeouts) {
        this.timeouts = timeouts;
        client =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .connectTimeout(timeouts.connect())
                        .build();
    }

    /// Returns the answer behind all redirections.
    HttpResponse<InputStream> send(
            Subject subject, String method, URI address, Map<String, String> headers)
            throws SourceException {
        URI place = address;
        for (int i = 0; i <= REDIRECTS_MAX; i++) {
            HttpResponse<InputStream> response = sendOnce(subject, method, place, headers);
            if (!REDIRECTS.contains(response.statusCode())) return response;
            close(response);
            place = redirected(subject, response);
        }
        throw subject.error(
                Kind.REFUSED,
                "expected at most %d redirections, found more, lastly to %s; check the address"
                        .formatted(REDIRECTS_MAX, place));
    }

    private HttpResponse<InputStream> sendOnce(
            Subject subject, String method, URI address, Map<String, String> headers)
            throws SourceException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(address)
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .timeout(timeouts.silence());
        headers.forEach(request::header);
        try {
            return client.send(request.build(), BodyHandlers.ofInputStream());
        } catch (IOException e) {
            throw Network.failed(subject, address, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw subject.error(Kind.TRANSIENT, "interrupted before the answer", e);
        }
    }

    private static URI redirected(Subject subject, HttpResponse<?> response)
            throws SourceException {
        URI from = response.uri();
        Optional<String> location = response.headers().firstValue("Location");
        if (location.isPresent()) {
            try {
                URI to = from.resolve(location.get());
                if (isAllowed(from, to)) return to;
            } catch (IllegalArgumentException e) {
                throw badLocation(subject, from, location.get());
            }
        }
        throw badLocation(subject, from, location.orElse("no location"));
    }

    /// From https to http the content would be anybody's.
    static boolean isAllowed(URI from, URI to) {
        if (to.getHost() == null) return false;
        return "https".equals(to.getScheme())
                || ("http".equals(to.getScheme()) && "http".equals(from.getScheme()));
    }

    private static SourceException badLocation(Subject subject, URI from, String found) {
        return subject.error(
                Kind.REFUSED,
                "expected a redirection from %s to http, or to https, found %s; check the address"
                        .formatted(from, found));
    }

    /// Gives up what has not come yet.
    static void close(HttpResponse<InputStream> response) {
        try {
            response.body().close();
        } catch (IOException e) {
            // It was broken already, and nobody needs it.
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
