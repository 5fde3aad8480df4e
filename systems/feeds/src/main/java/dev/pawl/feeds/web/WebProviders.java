package dev.pawl.feeds.web;

import dev.pawl.feeds.format.Format;
import dev.pawl.feeds.load.FeedProvider;
import dev.pawl.feeds.load.SourceDocuments;
import dev.pawl.fetch.DocumentClient;
import dev.pawl.fetch.FetchLimits;
import dev.pawl.orchestrator.provider.Provider;
import dev.pawl.orchestrator.provider.ProviderConfig;
import dev.pawl.orchestrator.provider.SourceLimits;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Makes providers of sources on the web. They share their connections.
public final class WebProviders implements AutoCloseable {
    /// The default limits: those of [FetchLimits#DEFAULT], with documents of at most 4 GiB.
    public static final FetchLimits LIMITS = FetchLimits.DEFAULT.bytesMax(4L << 30);

    private static final Duration WINDOW_OF_NVD = Duration.ofSeconds(30);
    private static final int REQUESTS = 5;
    private static final int REQUESTS_WITH_KEY = 50;

    private final Path work;
    private final PublisherUrls addresses;
    private final String key;
    private final WebClient client;

    /// @param work the directory of the caches, with a subdirectory for each source
    /// @param environment where the variable `NVD_API_KEY` is, if NVD has issued a key
    public WebProviders(
            Path work,
            PublisherUrls addresses,
            Map<String, String> environment,
            FetchLimits limits,
            InstantSource clock) {
        this.work = work;
        this.addresses = addresses;
        this.key = environment.getOrDefault(NvdApi.KEY_VARIABLE, "").strip();
        this.client = new WebClient(new DocumentClient(limits), clock);
    }

    /// Makes the provider of a source. If the API of NVD is among its URLs, it reads the API first
    /// and the documents after it.
    public Provider<?, ?> provider(ProviderConfig config, List<Format<?>> formats) {
        String source = config.id();
        Path directory = work.resolve(source);
        List<URI> documents = addresses.documents(source);
        ProviderConfig paced = isOfNvd(source) ? config.limits(pace(config.limits())) : config;
        Optional<URI> api = addresses.api(source);
        if (api.isEmpty()) {
            Set<Integer> throttling = source.equals("cve") ? WebSupply.THROTTLING_OF_NVD : Set.of();
            return FeedProvider.provider(
                    paced, formats, new WebSupply(client, directory, documents, throttling));
        }
        NvdApi pages = new NvdApi(client, api.get(), directory.resolve("api"), key);
        if (documents.isEmpty()) return FeedProvider.ofSource(paced, formats, pages);
        WebSupply overlay = new WebSupply(client, directory, documents, Set.of());
        return FeedProvider.ofSource(
                paced,
                formats,
                new SourceSequence(List.of(pages, new SourceDocuments(formats, overlay))));
    }

    /// NVD limits requests to its own servers; a mirror has its own rules.
    private boolean isOfNvd(String source) {
        return source.equals("cve")
                && addresses.of(source).stream()
                        .map(address -> address.getHost().toLowerCase(Locale.ROOT))
                        .anyMatch(host -> host.equals("nist.gov") || host.endsWith(".nist.gov"));
    }

    /// Ends requests that are running and closes connections; the providers fail from then on.
    @Override
    public void close() {
        client.close();
    }

    /// A limit that the user has set stays.
    private SourceLimits pace(SourceLimits given) {
        if (given.requests() > 0) return given;
        return given.requests(key.isEmpty() ? REQUESTS : REQUESTS_WITH_KEY, WINDOW_OF_NVD);
    }
}
