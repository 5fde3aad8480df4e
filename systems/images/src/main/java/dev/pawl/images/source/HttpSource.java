package dev.pawl.images.source;

import dev.pawl.images.source.SourceException.Kind;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/// The objects of a web server below an address.
final class HttpSource implements Source, Origin {
    /// Of servers that do not know HEAD.
    private static final Set<Integer> HEADLESS = Set.of(405, 501);

    private final URI base;
    private final Timeouts timeouts;
    private final HttpCalls calls;

    HttpSource(URI base, Timeouts timeouts) {
        this.base = base;
        this.timeouts = timeouts;
        calls = new HttpCalls(timeouts);
    }

    @Override
    public String address() {
        return base.toString();
    }

    @Override
    public Found find(Key key) throws SourceException, InterruptedException {
        return Watch.over(subject(key), timeouts.silence(), _ -> look(key));
    }

    @Override
    public Fetched fetch(Fetch fetch) throws SourceException, InterruptedException {
        return Watch.over(
                subject(fetch.key()),
                timeouts.silence(),
                pulse -> new Download(this, address(), fetch, pulse).run());
    }

    @Override
    public Page list(String prefix, String after) throws SourceException {
        throw new Subject(address(), "list of '%s'".formatted(prefix))
                .error(
                        Kind.REFUSED,
                        "expected a source that has lists, found a web server; use S3 or a"
                                + " directory, or name the keys");
    }

    @Override
    public Subject subject(Key key) {
        return Subject.of(address(), key);
    }

    @Override
    public Found look(Key key) throws SourceException {
        Subject subject = subject(key);
        HttpResponse<InputStream> response =
                calls.send(subject, "HEAD", place(key), Map.of("Accept-Encoding", "identity"));
        HttpCalls.close(response);
        if (HEADLESS.contains(response.statusCode())) {
            return new Found(key, OptionalLong.empty(), Optional.empty(), Optional.empty());
        }
        if (response.statusCode() != 200) throw HttpErrors.of(subject, response);
        HttpHeaders headers = response.headers();
        requireIdentity(subject, headers);
        return new Found(
                key,
                HttpFacts.length(headers),
                HttpFacts.validator(headers),
                HttpFacts.checksum(headers));
    }

    private URI place(Key key) {
        String path =
                key.components().stream()
                        .map(component -> URLEncoder.encode(component, StandardCharsets.UTF_8))
                        .map(encoded -> encoded.replace("+", "%20"))
                        .collect(Collectors.joining("/"));
        return URI.create(base + path);
    }

    /// What is encoded would have another length, another digest and another validator.
    private static void requireIdentity(Subject subject, HttpHeaders headers)
            throws SourceException {
        Optional<String> encoding = headers.firstValue("Content-Encoding");
        if (encoding.isPresent() && !encoding.get().strip().equalsIgnoreCase("identity")) {
            throw subject.error(
                    Kind.REFUSED,
                    "expected the content as it is, found it encoded as %s; let the server send it"
                                    .formatted(encoding.get())
                            + " without Content-Encoding");
        }
    }

    @Override
    public Body open(Found found, long offset) throws SourceException {
        Subject subject = subject(found.key());
        Map<String, String> headers = new HashMap<>(Map.of("Accept-Encoding", "identity"));
        found.strong().ifPresent(tag -> headers.put("If-Match", tag.text()));
        if (offset > 0) headers.put("Range", "bytes=%d-".formatted(offset));
        HttpResponse<InputStream> response =
                calls.send(subject, "GET", place(found.key()), headers);
        try {
            requireIdentity(subject, response.headers());
            return new HttpBody(subject, announced(subject, found, offset, response), response);
        } catch (SourceException e) {
            HttpCalls.close(response);
            throw e;
        }
    }

    private static Body.Announced announced(
            Subject subject, Found found, long offset, HttpResponse<?> response)
            throws SourceException {
        HttpHeaders headers = response.headers();
        Optional<Validator> validator = HttpFacts.validator(headers);
        return switch (response.statusCode()) {
            case 200 -> {
                boolean hasEnd = headers.firstValue("Transfer-Encoding").isPresent();
                yield new Body.Announced(0, HttpFacts.length(headers), validator, hasEnd);
            }
            case 206 -> {
                String range = headers.firstValue("Content-Range").orElse("no range");
                boolean isRest =
                        offset > 0
                                && ContentRange.isRest(range, offset, found.size().orElse(0))
                                && validator.equals(found.validator());
                if (!isRest) throw notTheRest(subject, found, offset, range);
                yield new Body.Announced(offset, found.size(), validator, true);
            }
            default -> throw HttpErrors.of(subject, response);
        };
    }

    private static SourceException notTheRest(
            Subject subject, Found found, long offset, String range) {
        return subject.error(
                Kind.CHANGED,
                "expected the bytes from %d on of %s, found %s of another; try again"
                        .formatted(offset, found.validator(), range));
    }

    @Override
    public void close() {
        calls.close();
    }
}
