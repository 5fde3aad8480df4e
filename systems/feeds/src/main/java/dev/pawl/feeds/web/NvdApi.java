package dev.pawl.feeds.web;

import dev.pawl.feeds.load.RawRecord;
import dev.pawl.orchestrator.provider.ReadOptions;
import dev.pawl.orchestrator.provider.Source;
import dev.pawl.orchestrator.provider.SourceReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;

/// The API 2.0 of NVD: reads everything at first, then what was modified since the last cycle
/// started.
///
/// A cycle that asks for changes does not see that records were deleted; a full one does.
final class NvdApi implements Source<RawRecord<?>> {
    /// The environment variable with the key.
    static final String KEY_VARIABLE = "NVD_API_KEY";

    private static final int PAGE = 2_000;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    private final WebClient client;
    private final URI address;
    private final Path directory;
    private final String key;

    /// @param directory where a page is stored while it is read
    /// @param key the API key, or "" for none
    NvdApi(WebClient client, URI address, Path directory, String key) {
        this.client = client;
        this.address = address;
        this.directory = directory;
        this.key = key;
    }

    @Override
    public SourceReader<RawRecord<?>> open(ReadOptions options) throws IOException {
        Files.createDirectories(directory);
        return new NvdReading(this, NvdCursor.of(options, client.now()), options.gate());
    }

    WebClient client() {
        return client;
    }

    Path page() {
        return directory.resolve("page.json");
    }

    /// Returns the URL of the page at a cursor.
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

    Map<String, String> secretHeaders() {
        return key.isEmpty() ? Map.of() : Map.of("apiKey", key);
    }
}
