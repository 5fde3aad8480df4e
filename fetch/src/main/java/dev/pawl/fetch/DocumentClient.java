package dev.pawl.fetch;

import dev.pawl.fetch.http.DocumentOpener;
import dev.pawl.fetch.http.HttpCalls;
import dev.pawl.fetch.transfer.Download;
import java.util.Optional;

/// Fetches documents by URL.
///
/// It may be used by many threads at once. A thread that is interrupted in a call leaves it
/// promptly, whatever the server does.
public final class DocumentClient implements AutoCloseable {
    private final FetchLimits limits;
    private final HttpCalls calls;

    public DocumentClient(FetchLimits limits) {
        this.limits = limits;
        calls = new HttpCalls(limits);
    }

    /// Fetches a document into a file, as [ObjectSource#fetch] does; empty if the server has the
    /// content that the request excludes.
    ///
    /// It sends one request. Only if a partial file turns out to belong to another content it sends
    /// a second one, for the whole document. A secret header is sent to the host of the URL only,
    /// and no redirect leads from https to http.
    public Optional<FetchedDocument> fetch(DocumentRequest request, Fetch fetch)
            throws FetchException, InterruptedException {
        DocumentOpener opener = new DocumentOpener(calls, request);
        return new Download(DocumentOpener.subject(request), fetch, limits, opener)
                .run()
                .map(opener::fetched);
    }

    /// Ends requests that are running, and closes connections.
    @Override
    public void close() {
        calls.close();
    }
}
