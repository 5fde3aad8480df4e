package dev.pawl.feeds.web;

import dev.pawl.feeds.load.Html;
import dev.pawl.orchestrator.limit.Trouble;
import dev.pawl.orchestrator.provider.Gate;
import dev.pawl.orchestrator.provider.SourceException;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Brings the document of an address up to date.
///
/// @param throttling statuses with which the server asks to be left alone, besides 429 and 503
record Download(Web web, Gate gate, Set<Integer> throttling, Spot spot) {
    private static final Pattern RANGE = Pattern.compile("bytes (\\d{1,18})-\\d{1,18}/\\d{1,18}");
    private static final int HEAD_BYTES = 4_000;

    /// Fetches what the server has, unless that is here.
    void run() throws SourceException, InterruptedException {
        try (Part part = Part.open(spot)) {
            if (!attempt(part)) attempt(part);
        } catch (IOException e) {
            throw Troubles.ofDisk(spot.part(), e);
        }
    }

    /// Returns false if what was kept of an earlier download is a part of something else, and is
    /// forgotten.
    private boolean attempt(Part part) throws SourceException, IOException, InterruptedException {
        Optional<Facts> known = spot.read();
        Optional<Facts> kept = part.kept();
        gate.pass();
        HttpResponse<Body> response = web.get(spot.address(), headers(known, kept), Map.of());
        try (Body body = response.body()) {
            int status = response.statusCode();
            boolean rest = kept.isPresent() && status == 206 && isRest(kept.get(), response);
            if (kept.isPresent() && !rest && (status == 206 || status == 416)) {
                part.forget();
                return false;
            }
            if (status == 304 && kept.isEmpty() && known.isPresent()) {
                part.discard();
                known.get().asked(web.now()).write(spot.facts());
            } else if (status == 200 || rest) {
                take(part, rest ? kept.get().bytes() : 0, response.headers(), body);
            } else {
                throw Troubles.ofStatus(response, throttling, web.now());
            }
            gate.succeeded();
            return true;
        }
    }

    private static Map<String, String> headers(Optional<Facts> known, Optional<Facts> kept) {
        Map<String, String> headers = new HashMap<>();
        if (kept.isPresent()) {
            headers.put("Range", "bytes=%d-".formatted(kept.get().bytes()));
            headers.put("If-Range", kept.get().etag());
        } else if (known.isPresent()) {
            Facts facts = known.get();
            if (!facts.etag().isEmpty()) headers.put("If-None-Match", facts.etag());
            if (!facts.modified().isEmpty()) headers.put("If-Modified-Since", facts.modified());
        }
        return headers;
    }

    private static boolean isRest(Facts kept, HttpResponse<?> response) {
        HttpHeaders headers = response.headers();
        Matcher range = RANGE.matcher(headers.firstValue("Content-Range").orElse(""));
        return range.matches()
                && Long.parseLong(range.group(1)) == kept.bytes()
                && kept.etag().equals(headers.firstValue("ETag").orElse(""));
    }

    private void take(Part part, long from, HttpHeaders headers, Body body)
            throws SourceException, IOException, InterruptedException {
        Facts facts = Facts.of(spot, headers, web.now());
        part.begin(from, facts);
        try {
            for (ByteBuffer piece = body.next(); piece != null; piece = body.next()) {
                part.write(piece);
                requireAllowed(part.bytes());
            }
            requireFeed(part, headers);
        } catch (InterruptedException e) {
            part.keep();
            throw e;
        } catch (SourceException e) {
            if (e.trouble() == Trouble.TRANSIENT) part.keep();
            else part.discard();
            throw e;
        }
        part.publish(facts);
    }

    private void requireAllowed(long bytes) throws SourceException {
        long max = web.manners().bytesMax();
        if (bytes <= max) return;
        throw new SourceException(
                Trouble.SCHEMA,
                "%s: expected at most %d bytes, found more; check the address"
                        .formatted(spot.address(), max));
    }

    /// A server that has something to say to people says it instead of the document.
    private void requireFeed(Part part, HttpHeaders headers) throws SourceException, IOException {
        byte[] head = part.head(HEAD_BYTES);
        boolean called = headers.firstValue("Content-Type").orElse("").startsWith("text/html");
        if (spot.isPage() || !(called || Html.is(head))) return;
        throw new SourceException(
                Trouble.SCHEMA,
                "%s: expected a feed, found an HTML page: %s; open it in a browser, and check the"
                                .formatted(spot.address(), Html.title(head))
                        + " address");
    }
}
