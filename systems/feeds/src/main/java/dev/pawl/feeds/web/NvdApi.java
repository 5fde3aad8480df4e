package dev.pawl.feeds.web;

import dev.pawl.feeds.load.Raw;
import dev.pawl.orchestrator.provider.Opening;
import dev.pawl.orchestrator.provider.Reading;
import dev.pawl.orchestrator.provider.Source;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;

/// The API 2.0 of NVD: at first everything, then what was modified since the last cycle began.
///
/// A cycle that asks for changes never learns of records that are gone; a full one does.
final class NvdApi implements Source<Raw<?>> {
    /// The variable of the environment that has the key.
    static final String KEY_VARIABLE = "NVD_API_KEY";

    private static final int PAGE = 2_000;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    private final Web web;
    private final URI address;
    private final Path directory;
    private final String key;

    /// Makes the API at an address.
    ///
    /// @param directory where a page is while it is read
    /// @param key what the API knows us by, or ""
    NvdApi(Web web, URI address, Path directory, String key) {
        this.web = web;
        this.address = address;
        this.directory = directory;
        this.key = key;
    }

    @Override
    public Reading<Raw<?>> open(Opening opening) throws IOException {
        Files.createDirectories(directory);
        return new NvdReading(this, NvdCursor.of(opening, web.now()), opening.gate());
    }

    Web web() {
        return web;
    }

    Path page() {
        return directory.resolve("page.json");
    }

    /// Returns the address of the page at a cursor.
    URI page(NvdCursor cursor) {
        String window =
                cursor.whole()
                        ? ""
                        : "&lastModStartDate=%s&lastModEndDate=%s"
                                .formatted(time(cursor.from()), time(cursor.to()));
        return URI.create(
                "%s?resultsPerPage=%d&startIndex=%d%s"
                        .formatted(address, PAGE, cursor.start(), window));
    }

    private static String time(Instant time) {
        return TIME.format(time);
    }

    Map<String, String> secret() {
        return key.isEmpty() ? Map.of() : Map.of("apiKey", key);
    }
}
