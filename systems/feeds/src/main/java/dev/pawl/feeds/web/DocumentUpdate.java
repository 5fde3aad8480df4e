package dev.pawl.feeds.web;

import dev.pawl.feeds.load.Html;
import dev.pawl.fetch.DocumentRequest;
import dev.pawl.fetch.Fetch;
import dev.pawl.fetch.FetchedDocument;
import dev.pawl.orchestrator.limit.FailureKind;
import dev.pawl.orchestrator.provider.RequestGate;
import dev.pawl.orchestrator.provider.SourceException;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/// Brings the cached document of a URL up to date.
///
/// @param throttling statuses that mean throttling at this server, besides 429 and 503
record DocumentUpdate(
        WebClient client, RequestGate gate, Set<Integer> throttling, CacheEntry entry) {

    /// Fetches the document, unless the cache has what the server has.
    void run() throws SourceException, InterruptedException {
        try {
            entry.prepare();
            Optional<DocumentFacts> known = entry.read();
            DocumentRequest request =
                    DocumentRequest.of(entry.address())
                            .unlessSame(
                                    known.flatMap(DocumentFacts::tag),
                                    known.flatMap(DocumentFacts::time))
                            .throttledBy(throttling)
                            .check(this::check);
            Fetch fetch = Fetch.to(entry.file()).partAt(entry.known());
            Optional<FetchedDocument> fetched = client.fetch(request, fetch, gate);
            DocumentFacts facts =
                    fetched.isPresent()
                            ? DocumentFacts.of(entry, fetched.get(), client.now())
                            : known.orElseThrow().asked(client.now());
            facts.write(entry.facts());
        } catch (IOException e) {
            throw new SourceException(
                    FailureKind.TRANSIENT,
                    "%s: expected to write the cache, found %s; check the disk"
                            .formatted(entry.facts(), e.getMessage()),
                    e);
        }
    }

    /// A server that has a notice for people sends it in place of the document. The facts describe
    /// the document that is about to be replaced, so they go first.
    private Optional<String> check(byte[] head, Optional<String> contentType) throws IOException {
        boolean isHtml = contentType.orElse("").startsWith("text/html") || Html.is(head);
        if (isHtml && !entry.isPage()) {
            return Optional.of(
                    "expected a feed, found an HTML page: %s; open it in a browser, and check the"
                                    .formatted(Html.title(head))
                            + " address");
        }
        entry.forget();
        return Optional.empty();
    }
}
