package dev.pawl.feeds.web;

import dev.pawl.orchestrator.limit.Trouble;
import dev.pawl.orchestrator.provider.SourceException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// Requests, and where they are redirected to. For any thread.
final class Web implements AutoCloseable {
    private static final String USER_AGENT = "pawl-feeds";
    private static final int REDIRECTS_MAX = 5;
    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

    private final Manners manners;
    private final HttpClient client;

    Web(Manners manners) {
        this.manners = manners;
        client =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .connectTimeout(manners.connect())
                        .build();
    }

    Manners manners() {
        return manners;
    }

    Instant now() {
        return manners.clock().instant();
    }

    /// Returns the answer behind all redirections; its body is to be closed. The headers of
    /// `secret` go to the host of the address alone.
    HttpResponse<Body> get(URI address, Map<String, String> headers, Map<String, String> secret)
            throws SourceException, InterruptedException {
        URI place = address;
        for (int i = 0; i <= REDIRECTS_MAX; i++) {
            boolean home = Objects.equals(place.getAuthority(), address.getAuthority());
            HttpResponse<Body> response = send(place, headers, home ? secret : Map.of());
            if (!REDIRECTS.contains(response.statusCode())) return response;
            response.body().close();
            place = redirected(address, response);
        }
        throw new SourceException(
                Trouble.NOT_FOUND,
                "%s: expected at most %d redirections, found more, lastly to %s; check the address"
                        .formatted(address, REDIRECTS_MAX, place));
    }

    private HttpResponse<Body> send(
            URI address, Map<String, String> headers, Map<String, String> secret)
            throws SourceException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(address)
                        .timeout(manners.silence())
                        .header("User-Agent", USER_AGENT)
                        .header("Accept-Encoding", "identity");
        headers.forEach(request::header);
        secret.forEach(request::header);
        try {
            return client.send(request.build(), _ -> new Body(address, manners.silence()));
        } catch (IOException e) {
            throw Troubles.ofNetwork(address, e);
        }
    }

    /// Returns what time it is by the clock of a server, if it says so.
    static Optional<Instant> date(HttpResponse<?> response) {
        try {
            return response.headers()
                    .firstValue("Date")
                    .map(text -> DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    /// Ends requests that are under way, and lets connections go.
    @Override
    public void close() {
        client.shutdownNow();
        client.close();
    }

    private static URI redirected(URI address, HttpResponse<?> response) throws SourceException {
        String location = response.headers().firstValue("Location").orElse("");
        try {
            URI to = response.uri().resolve(location);
            if (!location.isEmpty() && isAllowed(response.uri(), to)) return to;
        } catch (IllegalArgumentException _) {
            // No address: told below, as what is one and leads nowhere.
        }
        throw new SourceException(
                Trouble.NOT_FOUND,
                "%s: expected a redirection from %s to https, or from http to http, found '%s';"
                                .formatted(address, response.uri(), location)
                        + " check the address");
    }

    /// From https to http the content would be anybody's.
    static boolean isAllowed(URI from, URI to) {
        if (to.getHost() == null) return false;
        return "https".equals(to.getScheme())
                || ("http".equals(to.getScheme()) && "http".equals(from.getScheme()));
    }
}
