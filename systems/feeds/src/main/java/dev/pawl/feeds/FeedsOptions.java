package dev.pawl.feeds;

import dev.pawl.feeds.load.DocumentSupply;
import dev.pawl.feeds.load.FeedProvider;
import dev.pawl.feeds.web.PublisherUrls;
import dev.pawl.feeds.web.WebProviders;
import dev.pawl.orchestrator.OrchestratorOptions;
import dev.pawl.orchestrator.limit.FailureKind;
import dev.pawl.orchestrator.provider.Provider;
import dev.pawl.orchestrator.provider.ProviderConfig;
import dev.pawl.orchestrator.provider.SourceException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The options of the system.
public final class FeedsOptions {
    private final Map<SourceKind, DocumentSupply> supplies = new EnumMap<>(SourceKind.class);
    private final Map<SourceKind, UnaryOperator<ProviderConfig>> configs =
            new EnumMap<>(SourceKind.class);
    private @Nullable WebProviders online;
    private Consumer<OrchestratorOptions> orchestration = options -> {};
    private int batchSize = ProviderConfig.BATCH_SIZE;

    FeedsOptions() {}

    /// Reads the documents of all sources from a directory.
    public FeedsOptions from(Path directory) {
        for (SourceKind kind : SourceKind.values()) from(kind, directory);
        return this;
    }

    /// Reads the documents of one source from a directory or a file.
    public FeedsOptions from(SourceKind kind, Path location) {
        return from(kind, _ -> location);
    }

    /// Reads the documents of one source from a custom supply.
    public FeedsOptions from(SourceKind kind, DocumentSupply supply) {
        supplies.put(kind, supply);
        return this;
    }

    /// Downloads the documents of all sources without a location of their own.
    ///
    /// @param work a directory for downloads
    /// @param environment may contain `NVD_API_KEY`; usually `System.getenv()`
    public FeedsOptions online(
            Path work, PublisherUrls addresses, Map<String, String> environment) {
        return online(
                new WebProviders(
                        work, addresses, environment, WebProviders.LIMITS, InstantSource.system()));
    }

    /// Downloads the documents of all sources without a location of their own. The system closes
    /// `web` when it is closed.
    public FeedsOptions online(WebProviders web) {
        online = web;
        return this;
    }

    /// Changes the configuration of one source.
    public FeedsOptions config(SourceKind kind, UnaryOperator<ProviderConfig> change) {
        configs.put(kind, change);
        return this;
    }

    /// Sets the options of the orchestration.
    public FeedsOptions orchestration(Consumer<OrchestratorOptions> options) {
        orchestration = options;
        return this;
    }

    /// Sets the number of items per batch (default: 100).
    public FeedsOptions batches(int items) {
        batchSize = items;
        return this;
    }

    Provider<?, ?> provider(SourceKind kind, ProviderConfig standard) {
        ProviderConfig config = configs.getOrDefault(kind, each -> each).apply(standard);
        DocumentSupply supply = supplies.get(kind);
        WebProviders web = online;
        if (supply == null && web != null) return web.provider(config, kind.formats());
        return FeedProvider.provider(
                config, kind.formats(), supply == null ? missing(kind) : supply);
    }

    private static DocumentSupply missing(SourceKind kind) {
        return _ -> {
            throw new SourceException(
                    FailureKind.NOT_FOUND,
                    "expected a location for the documents of %s, found none".formatted(kind.id()));
        };
    }

    @Nullable WebProviders online() {
        return online;
    }

    Consumer<OrchestratorOptions> orchestration() {
        return orchestration;
    }

    int batchSize() {
        return batchSize;
    }
}
