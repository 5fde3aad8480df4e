package dev.pawl.feeds.web;

import dev.pawl.feeds.format.BadDocument;
import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.cve.CveFormats;
import dev.pawl.feeds.format.json.JsonHead;
import dev.pawl.feeds.load.Html;
import dev.pawl.feeds.load.OpenDocument;
import dev.pawl.feeds.load.Raw;
import dev.pawl.orchestrator.limit.Trouble;
import dev.pawl.orchestrator.provider.Gate;
import dev.pawl.orchestrator.provider.Portion;
import dev.pawl.orchestrator.provider.Reading;
import dev.pawl.orchestrator.provider.SourceException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Reads the API of NVD from a cursor on: page by page, window by window.
final class NvdReading implements Reading<Raw<?>> {
    private final NvdApi api;
    private final Gate gate;
    private NvdCursor cursor;
    private @Nullable OpenDocument<?> page;

    /// How many records there are, as the page that is open says.
    private long total;

    private long before;
    private volatile long expected;

    NvdReading(NvdApi api, NvdCursor from, Gate gate) {
        this.api = api;
        this.cursor = from;
        this.gate = gate;
    }

    @Override
    public @Nullable Portion<Raw<?>> next(int atMost) throws Exception {
        if (cursor.over()) return null;
        List<Raw<?>> some = new ArrayList<>();
        try {
            if (page == null) page = turn();
            fill(page, some, atMost);
        } catch (BadDocument e) {
            throw new SourceException(
                    Trouble.SCHEMA, "%s: %s".formatted(api.page(cursor), e.getMessage()), e);
        }
        return new Portion<>(some, cursor.text());
    }

    private void fill(OpenDocument<?> from, List<Raw<?>> some, int atMost)
            throws SourceException, IOException {
        while (some.size() < atMost) {
            Raw<?> raw = from.next();
            if (raw == null) {
                leave(from);
                return;
            }
            some.add(raw);
        }
        cursor = cursor.at(from.place());
    }

    private void leave(OpenDocument<?> from) throws SourceException, IOException {
        if (from.place() == 0 && cursor.start() < total) {
            throw new SourceException(
                    Trouble.TRANSIENT,
                    "%s: expected records up to %d, found an empty page; it is tried again"
                            .formatted(api.page(cursor), total));
        }
        NvdCursor next = cursor.after(from.place(), total);
        if (next.start() == 0) before += total;
        cursor = next;
        close();
    }

    /// Fetches the page at the cursor. If there are fewer records than before, some that were not
    /// read may have moved to pages that were: so it goes back as far as they can have.
    private OpenDocument<?> turn() throws SourceException, IOException, InterruptedException {
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
        gate.pass();
        HttpResponse<Body> response = api.web().get(address, Map.of(), api.secret());
        try (Body body = response.body()) {
            if (response.statusCode() != 200) {
                throw Troubles.ofStatus(response, WebSupply.THROTTLING_OF_NVD, api.web().now());
            }
            write(address, body);
        }
        gate.succeeded();
        cursor = Web.date(response).map(cursor::answered).orElse(cursor);
        return totalOf(address, Document.of(api.page()).getFirst());
    }

    private void write(URI address, Body body)
            throws SourceException, IOException, InterruptedException {
        try (FileOutputStream out = new FileOutputStream(api.page().toFile())) {
            write(address, body, out);
        } catch (IOException e) {
            throw Troubles.ofDisk(api.page(), e);
        }
    }

    private void write(URI address, Body body, OutputStream out)
            throws SourceException, IOException, InterruptedException {
        long max = api.web().manners().bytesMax();
        long bytes = 0;
        for (ByteBuffer piece = body.next(); piece != null; piece = body.next()) {
            bytes += piece.remaining();
            if (bytes > max) {
                throw new SourceException(
                        Trouble.SCHEMA,
                        "%s: expected at most %d bytes, found more; check the address"
                                .formatted(address, max));
            }
            byte[] copy = new byte[piece.remaining()];
            piece.get(copy);
            out.write(copy);
        }
    }

    private static long totalOf(URI address, Document document)
            throws SourceException, IOException {
        OptionalLong total = JsonHead.of(document).number("totalResults");
        if (total.isPresent()) return total.getAsLong();
        byte[] head = document.head();
        String found = Html.is(head) ? "an HTML page: " + Html.title(head) : "something else";
        throw new SourceException(
                Trouble.SCHEMA,
                "%s: expected a page of the API with 'totalResults', found %s; check the address"
                        .formatted(address, found));
    }

    /// Returns how many records the windows so far and the present one have.
    @Override
    public long expected() {
        return expected;
    }

    @Override
    public void close() throws IOException {
        OpenDocument<?> present = page;
        page = null;
        if (present != null) present.close();
        Files.deleteIfExists(api.page());
    }
}
