package dev.pawl.fetch.http;

import dev.pawl.fetch.DocumentRequest;
import dev.pawl.fetch.FetchException;
import dev.pawl.fetch.FetchException.Kind;
import dev.pawl.fetch.Fetched;
import dev.pawl.fetch.FetchedDocument;
import dev.pawl.fetch.Validator;
import dev.pawl.fetch.transfer.ContentBody.Announced;
import dev.pawl.fetch.transfer.ContentOpener;
import dev.pawl.fetch.transfer.FetchSubject;
import dev.pawl.fetch.transfer.PartFile;
import dev.pawl.fetch.transfer.PartNote;
import dev.pawl.fetch.transfer.TransferWatch.IdleTimer;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Opens a document with one request, which is conditional: on the partial file if there is one,
/// else on the content that the caller has.
public final class DocumentOpener implements ContentOpener {
    private static final int HEAD_BYTES = 4_000;

    private final HttpCalls calls;
    private final DocumentRequest request;
    private final FetchSubject subject;

    /// The headers of the last response.
    private @Nullable HttpHeaders headers;

    public DocumentOpener(HttpCalls calls, DocumentRequest request) {
        this.calls = calls;
        this.request = request;
        subject = subject(request);
    }

    public static FetchSubject subject(DocumentRequest request) {
        return new FetchSubject(request.url().toString());
    }

    @Override
    public Optional<Opened> open(PartFile part, IdleTimer timer) throws FetchException {
        Optional<PartNote> kept = part.kept(source(), key());
        HttpCalls.Call call = HttpCalls.Call.get(request.url(), conditions(kept));
        HttpResponse<InputStream> response =
                calls.send(subject, call.secret(request.secretHeaders()));
        try {
            Optional<Opened> opened = opened(response, kept);
            if (opened.isEmpty()) HttpCalls.close(response);
            return opened;
        } catch (FetchException e) {
            HttpCalls.close(response);
            throw e;
        }
    }

    /// The note of a partial file names the document by its host and its path.
    private String source() {
        return "%s://%s".formatted(request.url().getScheme(), request.url().getRawAuthority());
    }

    private String key() {
        URI url = request.url();
        return url.getRawQuery() == null
                ? url.getRawPath()
                : url.getRawPath() + "?" + url.getRawQuery();
    }

    private Map<String, String> conditions(Optional<PartNote> kept) {
        Map<String, String> conditions = new HashMap<>();
        if (kept.isPresent()) {
            conditions.put("Range", "bytes=%d-".formatted(kept.get().synced()));
            conditions.put("If-Range", kept.get().validator());
        } else {
            request.etag().ifPresent(tag -> conditions.put("If-None-Match", tag));
            request.lastModified().ifPresent(time -> conditions.put("If-Modified-Since", time));
        }
        return conditions;
    }

    private Optional<Opened> opened(HttpResponse<InputStream> response, Optional<PartNote> kept)
            throws FetchException {
        HttpHeaders present = response.headers();
        headers = present;
        int status = response.statusCode();
        if (status == 304 && kept.isEmpty() && request.isConditional()) return Optional.empty();
        if (status == 200) {
            return Optional.of(opened(response, 0, HttpFacts.length(present)));
        }
        if (kept.isPresent() && (status == 206 || status == 416)) {
            Optional<ContentRange> rest = rest(kept.get(), present);
            if (status == 206 && rest.isPresent()) {
                OptionalLong total = OptionalLong.of(rest.get().length());
                return Optional.of(opened(response, kept.get().synced(), total));
            }
            throw HttpErrors.of(subject, response, Kind.CHANGED);
        }
        throw HttpErrors.of(subject, response, kind(status));
    }

    /// A success that does not fit the request, such as a part that was not requested, can be
    /// different the next time.
    private Kind kind(int status) {
        if (status < 300 || status == 304) return Kind.TRANSIENT;
        return request.throttling().contains(status) ? Kind.THROTTLED : HttpErrors.kind(status);
    }

    private static Optional<ContentRange> rest(PartNote kept, HttpHeaders headers) {
        boolean isSame = headers.firstValue("ETag").filter(kept.validator()::equals).isPresent();
        return headers.firstValue("Content-Range")
                .filter(_ -> isSame)
                .flatMap(ContentRange::parse)
                .filter(range -> range.isRest(kept.synced(), kept.total()));
    }

    private Opened opened(HttpResponse<InputStream> response, long from, OptionalLong total) {
        Optional<Validator> validator = HttpFacts.validator(response.headers());
        PartNote note =
                validator
                        .filter(Validator::isStrong)
                        .map(strong -> PartNote.of(source(), key(), strong, total))
                        .orElse(null);
        // The reader of a document detects that it is truncated, so it needs no length.
        Announced announced = new Announced(from, total, validator, /* hasEnd= */ true);
        HttpBody body = new HttpBody(subject, announced, response);
        return new Opened(body, announced, Optional.empty(), note);
    }

    @Override
    public void accept(PartFile part) throws FetchException {
        Optional<String> type = received().firstValue("Content-Type");
        try {
            Optional<String> problem = request.check().problem(part.head(HEAD_BYTES), type);
            if (problem.isPresent()) throw subject.error(Kind.REFUSED, problem.get());
        } catch (IOException e) {
            throw subject.error(
                    Kind.UNWRITABLE,
                    "expected to replace the document, found %s; check the disk".formatted(e),
                    e);
        }
    }

    /// Returns the document with what its response states.
    public FetchedDocument fetched(Fetched file) {
        return new FetchedDocument(
                file,
                received().firstValue("ETag"),
                received().firstValue("Last-Modified"),
                HttpFacts.date(received()));
    }

    private HttpHeaders received() {
        return Objects.requireNonNull(headers, "no response");
    }
}
