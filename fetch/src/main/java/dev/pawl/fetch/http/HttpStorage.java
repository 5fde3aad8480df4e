package dev.pawl.fetch.http;

import dev.pawl.fetch.FetchException;
import dev.pawl.fetch.FetchException.Kind;
import dev.pawl.fetch.FetchLimits;
import dev.pawl.fetch.Key;
import dev.pawl.fetch.ObjectInfo;
import dev.pawl.fetch.ObjectPage;
import dev.pawl.fetch.Validator;
import dev.pawl.fetch.transfer.ContentBody;
import dev.pawl.fetch.transfer.ContentBody.Announced;
import dev.pawl.fetch.transfer.FetchSubject;
import dev.pawl.fetch.transfer.ObjectStorage;
import dev.pawl.fetch.transfer.TransferWatch.IdleTimer;
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

/// The objects of a web server below a base URL.
public final class HttpStorage implements ObjectStorage {
    /// The statuses of servers that do not support HEAD.
    private static final Set<Integer> NO_HEAD = Set.of(405, 501);

    private final URI base;
    private final HttpCalls calls;

    public HttpStorage(URI base, FetchLimits limits) {
        this.base = base;
        calls = new HttpCalls(limits);
    }

    @Override
    public String address() {
        return base.toString();
    }

    @Override
    public ObjectPage list(String prefix, String after, IdleTimer timer) throws FetchException {
        throw FetchSubject.ofList(address(), prefix)
                .error(
                        Kind.REFUSED,
                        "expected a source that can list, found a web server; use S3 or a"
                                + " directory, or name the keys");
    }

    @Override
    public ObjectInfo find(Key key) throws FetchException {
        FetchSubject subject = subject(key);
        HttpResponse<InputStream> response = calls.send(subject, HttpCalls.Call.head(url(key)));
        HttpCalls.close(response);
        if (NO_HEAD.contains(response.statusCode())) {
            return new ObjectInfo(key, OptionalLong.empty(), Optional.empty(), Optional.empty());
        }
        if (response.statusCode() != 200) throw HttpErrors.of(subject, response);
        HttpHeaders headers = response.headers();
        requireIdentity(subject, headers);
        return new ObjectInfo(
                key,
                HttpFacts.length(headers),
                HttpFacts.validator(headers),
                HttpFacts.checksum(headers));
    }

    private URI url(Key key) {
        String path =
                key.components().stream()
                        .map(component -> URLEncoder.encode(component, StandardCharsets.UTF_8))
                        .map(encoded -> encoded.replace("+", "%20"))
                        .collect(Collectors.joining("/"));
        return URI.create(base + path);
    }

    /// An encoded content would have another length, another digest and another validator.
    private static void requireIdentity(FetchSubject subject, HttpHeaders headers)
            throws FetchException {
        Optional<String> encoding = headers.firstValue("Content-Encoding");
        if (encoding.isPresent() && !encoding.get().strip().equalsIgnoreCase("identity")) {
            throw subject.error(
                    Kind.REFUSED,
                    "expected the content without an encoding, found it encoded as %s; let the"
                                    .formatted(encoding.get())
                            + " server send it without Content-Encoding");
        }
    }

    @Override
    public ContentBody open(ObjectInfo found, long offset) throws FetchException {
        FetchSubject subject = subject(found.key());
        Map<String, String> headers = new HashMap<>();
        found.strong().ifPresent(tag -> headers.put("If-Match", tag.text()));
        if (offset > 0) headers.put("Range", "bytes=%d-".formatted(offset));
        HttpResponse<InputStream> response =
                calls.send(subject, HttpCalls.Call.get(url(found.key()), headers));
        try {
            requireIdentity(subject, response.headers());
            return new HttpBody(subject, announced(found, offset, response), response);
        } catch (FetchException e) {
            HttpCalls.close(response);
            throw e;
        }
    }

    private Announced announced(ObjectInfo found, long offset, HttpResponse<?> response)
            throws FetchException {
        HttpHeaders headers = response.headers();
        Optional<Validator> validator = HttpFacts.validator(headers);
        return switch (response.statusCode()) {
            case 200 -> {
                boolean hasEnd = headers.firstValue("Transfer-Encoding").isPresent();
                yield new Announced(0, HttpFacts.length(headers), validator, hasEnd);
            }
            case 206 -> {
                String range = headers.firstValue("Content-Range").orElse("no range");
                boolean isRest =
                        offset > 0
                                && ContentRange.parse(range)
                                        .filter(r -> r.isRest(offset, found.size()))
                                        .isPresent()
                                && validator.equals(found.validator());
                if (!isRest) throw notTheRest(found, offset, range);
                yield new Announced(offset, found.size(), validator, true);
            }
            default -> throw HttpErrors.of(subject(found.key()), response);
        };
    }

    private FetchException notTheRest(ObjectInfo found, long offset, String range) {
        return subject(found.key())
                .error(
                        Kind.CHANGED,
                        "expected the bytes from %d on of %s, found %s of another content; try"
                                        .formatted(offset, found.validator(), range)
                                + " again");
    }

    @Override
    public void close() {
        calls.close();
    }
}
