package dev.pawl.feeds.web;

import dev.pawl.feeds.format.BadDocument;
import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.cve.CveFormats;
import dev.pawl.feeds.format.json.JsonHead;
import dev.pawl.feeds.load.Html;
import dev.pawl.feeds.load.OpenDocument;
import dev.pawl.feeds.load.RawRecord;
import dev.pawl.fetch.DocumentRequest;
import dev.pawl.fetch.Fetch;
import dev.pawl.fetch.FetchedDocument;
import dev.pawl.orchestrator.limit.FailureKind;
import dev.pawl.orchestrator.provider.RecordChunk;
import dev.pawl.orchestrator.provider.RequestGate;
import dev.pawl.orchestrator.provider.SourceException;
import dev.pawl.orchestrator.provider.SourceReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Reads the API of NVD from a cursor on, page by page and window by window.
final class NvdReading implements SourceReader<RawRecord<?>> {
    private final NvdApi api;
    private final RequestGate gate;
    private NvdCursor cursor;
    private @Nullable OpenDocument<?> page;

    /// The number of records that the open page states.
    private long total;

    private long before;
    private volatile long expected;

    NvdReading(NvdApi api, NvdCursor from, RequestGate gate) {
        this.api = api;
        this.cursor = from;
        this.gate = gate;
    }

    @Override
    public @Nullable RecordChunk<RawRecord<?>> next(int atMost) throws Exception {
        if (cursor.over()) return null;
        List<RawRecord<?>> records = new ArrayList<>();
        try {
            if (page == null) page = openPage();
            fill(page, records, atMost);
        } catch (BadDocument e) {
            throw new SourceException(
                    FailureKind.SCHEMA, "%s: %s".formatted(api.page(cursor), e.getMessage()), e);
        }
        return new RecordChunk<>(records, cursor.text());
    }

    private void fill(OpenDocument<?> from, List<RawRecord<?>> records, int atMost)
            throws SourceException, IOException {
        while (records.size() < atMost) {
            RawRecord<?> raw = from.next();
            if (raw == null) {
                leave(from);
                return;
            }
            records.add(raw);
        }
        cursor = cursor.at(from.position());
    }

    private void leave(OpenDocument<?> from) throws SourceException, IOException {
        if (from.position() == 0 && cursor.start() < total) {
            throw new SourceException(
                    FailureKind.TRANSIENT,
                    "%s: expected records up to %d, found an empty page; try again later"
                            .formatted(api.page(cursor), total));
        }
        NvdCursor next = cursor.after(from.position(), total);
        if (next.start() == 0) before += total;
        cursor = next;
        close();
    }

    /// Fetches the page at the cursor. If there are fewer records than before, records that were
    /// not read may have moved to earlier pages: so the cursor moves back by as many.
    private OpenDocument<?> openPage() throws SourceException, IOException, InterruptedException {
        total = fetch();
        while (total < cursor.total() && cursor.start() > 0) {
            cursor = cursor.back(total);
            total = fetch();
        }
        expected = before + total;
        return OpenDocument.of(api.page(), CveFormats.nvd(), cursor.record());
    }

    private long fetch() throws SourceException, IOException, InterruptedException {
        URI address = api.page(cursor);
        DocumentRequest request =
                DocumentRequest.of(address)
                        .secret(api.secretHeaders())
                        .throttledBy(WebSupply.THROTTLING_OF_NVD);
        FetchedDocument fetched =
                api.client().fetch(request, Fetch.to(api.page()), gate).orElseThrow();
        cursor = fetched.serverTime().map(cursor::answered).orElse(cursor);
        return totalOf(address, Document.of(api.page()).getFirst());
    }

    private static long totalOf(URI address, Document document)
            throws SourceException, IOException {
        OptionalLong total = JsonHead.of(document).number("totalResults");
        if (total.isPresent()) return total.getAsLong();
        byte[] head = document.head();
        String found = Html.is(head) ? "an HTML page: " + Html.title(head) : "something else";
        throw new SourceException(
                FailureKind.SCHEMA,
                "%s: expected a page of the API with 'totalResults', found %s; check the address"
                        .formatted(address, found));
    }

    /// Returns how many records the windows up to the current one have.
    @Override
    public long expected() {
        return expected;
    }

    @Override
    public void close() throws IOException {
        OpenDocument<?> open = page;
        page = null;
        if (open != null) open.close();
        Files.deleteIfExists(api.page());
    }
}
