package dev.pawl.fetch.http;

import dev.pawl.fetch.FetchException;
import dev.pawl.fetch.FetchException.Kind;
import dev.pawl.fetch.FetchLimits;
import dev.pawl.fetch.transfer.FetchSubject;
import dev.pawl.fetch.transfer.NetworkErrors;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// Sends HTTP requests and follows redirects.
public final class HttpCalls implements AutoCloseable {
    private static final String USER_AGENT = "pawl";
    private static final int REDIRECTS_MAX = 5;
    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

    private final FetchLimits limits;
    private final HttpClient client;

    public HttpCalls(FetchLimits limits) {
        this.limits = limits;
        client =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .connectTimeout(limits.connect())
                        .build();
    }

    /// Returns the response behind all redirects.
    public HttpResponse<InputStream> send(FetchSubject subject, Call call) throws FetchException {
        URI url = call.url();
        for (int i = 0; i <= REDIRECTS_MAX; i++) {
            HttpResponse<InputStream> response = sendOnce(subject, call, url);
            if (!REDIRECTS.contains(response.statusCode())) return response;
            close(response);
            url = redirected(subject, response);
        }
        throw subject.error(
                Kind.REFUSED,
                "expected at most %d redirects, found more, the last one to %s; check the address"
                        .formatted(REDIRECTS_MAX, url));
    }

    private HttpResponse<InputStream> sendOnce(FetchSubject subject, Call call, URI url)
            throws FetchException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(url)
                        .method(call.method(), HttpRequest.BodyPublishers.noBody())
                        .timeout(limits.silence())
                        .header("User-Agent", USER_AGENT)
                        .header("Accept-Encoding", "identity");
        call.headers().forEach(request::header);
        boolean isSameHost = Objects.equals(url.getAuthority(), call.url().getAuthority());
        if (isSameHost) call.secretHeaders().forEach(request::header);
        try {
            return client.send(request.build(), BodyHandlers.ofInputStream());
        } catch (IOException e) {
            throw NetworkErrors.failed(subject, url, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw subject.error(Kind.TRANSIENT, "interrupted before the response", e);
        }
    }

    private static URI redirected(FetchSubject subject, HttpResponse<?> response)
            throws FetchException {
        URI from = response.uri();
        String location = response.headers().firstValue("Location").orElse("");
        try {
            URI to = from.resolve(location);
            if (!location.isEmpty() && isAllowed(from, to)) return to;
        } catch (IllegalArgumentException _) {
            // Not a URL: the same error as for one that is not allowed.
        }
        throw subject.error(
                Kind.REFUSED,
                "expected a redirect from %s to https, or from http to http, found '%s'; check the"
                                .formatted(from, location)
                        + " address");
    }

    /// A redirect from https to http would let an attacker on the way replace the content.
    public static boolean isAllowed(URI from, URI to) {
        if (to.getHost() == null) return false;
        return "https".equals(to.getScheme())
                || ("http".equals(to.getScheme()) && "http".equals(from.getScheme()));
    }

    /// Abandons the bytes that have not arrived.
    public static void close(HttpResponse<InputStream> response) {
        try {
            response.body().close();
        } catch (IOException e) {
            // The connection was broken already, and the rest is not needed.
        }
    }

    /// Ends requests that are running, and closes connections.
    @Override
    public void close() {
        client.shutdownNow();
        client.close();
    }

    /// A request.
    ///
    /// @param secretHeaders headers for the host of the URL only
    public record Call(
            String method,
            URI url,
            Map<String, String> headers,
            Map<String, String> secretHeaders) {

        public static Call head(URI url) {
            return new Call("HEAD", url, Map.of(), Map.of());
        }

        public static Call get(URI url, Map<String, String> headers) {
            return new Call("GET", url, headers, Map.of());
        }

        public Call secret(Map<String, String> more) {
            return new Call(method, url, headers, more);
        }
    }
}
