package dev.pawl.feeds.web;

import dev.pawl.feeds.format.Format;
import dev.pawl.feeds.load.Documents;
import dev.pawl.feeds.load.Feed;
import dev.pawl.orchestrator.provider.Pace;
import dev.pawl.orchestrator.provider.Provider;
import dev.pawl.orchestrator.provider.ProviderConfig;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Makes providers of sources on the web, which share their connections.
public final class Online implements AutoCloseable {
    private static final Duration WINDOW_OF_NVD = Duration.ofSeconds(30);
    private static final int REQUESTS = 5;
    private static final int REQUESTS_WITH_KEY = 50;

    private final Path work;
    private final Addresses addresses;
    private final String key;
    private final Web web;

    /// @param work a directory for what is fetched, one below it for each source
    /// @param environment where the key of NVD is, under `NVD_API_KEY`, if there is one
    public Online(
            Path work, Addresses addresses, Map<String, String> environment, Manners manners) {
        this.work = work;
        this.addresses = addresses;
        this.key = environment.getOrDefault(NvdApi.KEY_VARIABLE, "").strip();
        this.web = new Web(manners);
    }

    /// Makes the provider of a source; vulnerabilities come from the API if its address is among
    /// theirs, and documents after it.
    public Provider<?, ?> provider(ProviderConfig config, List<Format<?>> formats) {
        String source = config.id();
        Path directory = work.resolve(source);
        List<URI> documents = addresses.documents(source);
        ProviderConfig paced = isOfNvd(source) ? config.pace(pace(config.pace())) : config;
        Optional<URI> api = addresses.api(source);
        if (api.isEmpty()) {
            Set<Integer> throttling = source.equals("cve") ? WebSupply.THROTTLING_OF_NVD : Set.of();
            return Feed.provider(
                    paced, formats, new WebSupply(web, directory, documents, throttling));
        }
        NvdApi pages = new NvdApi(web, api.get(), directory.resolve("api"), key);
        if (documents.isEmpty()) return Feed.ofSource(paced, formats, pages);
        WebSupply overlay = new WebSupply(web, directory, documents, Set.of());
        return Feed.ofSource(
                paced, formats, new Succession(List.of(pages, new Documents(formats, overlay))));
    }

    /// What NVD bounds are requests to its own servers; a mirror has rules of its own.
    private boolean isOfNvd(String source) {
        return source.equals("cve")
                && addresses.of(source).stream()
                        .map(address -> address.getHost().toLowerCase(Locale.ROOT))
                        .anyMatch(host -> host.equals("nist.gov") || host.endsWith(".nist.gov"));
    }

    /// Ends requests that are under way, and lets connections go: its providers are of no use then.
    @Override
    public void close() {
        web.close();
    }

    /// A bound that somebody set stays.
    private Pace pace(Pace given) {
        if (given.requests() > 0) return given;
        return given.requests(key.isEmpty() ? REQUESTS : REQUESTS_WITH_KEY, WINDOW_OF_NVD);
    }
}
