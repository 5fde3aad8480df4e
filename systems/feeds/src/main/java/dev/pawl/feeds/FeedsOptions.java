package dev.pawl.feeds;

import dev.pawl.feeds.load.Feed;
import dev.pawl.feeds.load.Supply;
import dev.pawl.feeds.web.Addresses;
import dev.pawl.feeds.web.Manners;
import dev.pawl.feeds.web.Online;
import dev.pawl.orchestrator.OrchestratorOptions;
import dev.pawl.orchestrator.limit.Trouble;
import dev.pawl.orchestrator.provider.Provider;
import dev.pawl.orchestrator.provider.ProviderConfig;
import dev.pawl.orchestrator.provider.SourceException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// How the system is set up.
public final class FeedsOptions {
    private final Map<SourceKind, Supply> supplies = new EnumMap<>(SourceKind.class);
    private final Map<SourceKind, UnaryOperator<ProviderConfig>> configs =
            new EnumMap<>(SourceKind.class);
    private @Nullable Online online;
    private Consumer<OrchestratorOptions> orchestration = options -> {};
    private int batchSize = ProviderConfig.BATCH_SIZE;

    FeedsOptions() {}

    /// Takes the documents of all sources from a directory.
    public FeedsOptions from(Path place) {
        for (SourceKind kind : SourceKind.values()) from(kind, place);
        return this;
    }

    /// Takes the documents of one source from a directory or a file.
    public FeedsOptions from(SourceKind kind, Path place) {
        return from(kind, _ -> place);
    }

    /// Takes the documents of one source from elsewhere.
    public FeedsOptions from(SourceKind kind, Supply supply) {
        supplies.put(kind, supply);
        return this;
    }

    /// Takes the documents of all sources that were not said to come from elsewhere from the web.
    ///
    /// @param work a directory for what is fetched
    /// @param environment where the key of NVD may be, such as `System.getenv()`
    public FeedsOptions online(Path work, Addresses addresses, Map<String, String> environment) {
        return online(new Online(work, addresses, environment, Manners.DEFAULT));
    }

    /// Takes the documents of all sources that were not said to come from elsewhere from the web.
    /// The system closes it with itself.
    public FeedsOptions online(Online web) {
        online = web;
        return this;
    }

    /// Changes how the provider of one source is run.
    public FeedsOptions config(SourceKind kind, UnaryOperator<ProviderConfig> change) {
        configs.put(kind, change);
        return this;
    }

    /// Sets how the orchestration is set up.
    public FeedsOptions orchestration(Consumer<OrchestratorOptions> options) {
        orchestration = options;
        return this;
    }

    /// Sets how many items are written together; 100 unless told.
    public FeedsOptions batches(int items) {
        batchSize = items;
        return this;
    }

    /// Makes the provider of a source, from where it was said to come.
    Provider<?, ?> provider(SourceKind kind, ProviderConfig standard) {
        ProviderConfig config = configs.getOrDefault(kind, each -> each).apply(standard);
        Supply supply = supplies.get(kind);
        Online web = online;
        if (supply == null && web != null) return web.provider(config, kind.formats());
        return Feed.provider(config, kind.formats(), supply == null ? nowhere(kind) : supply);
    }

    private static Supply nowhere(SourceKind kind) {
        return _ -> {
            throw new SourceException(
                    Trouble.NOT_FOUND, "nobody said where %s comes from".formatted(kind.id()));
        };
    }

    @Nullable Online online() {
        return online;
    }

    Consumer<OrchestratorOptions> orchestration() {
        return orchestration;
    }

    int batchSize() {
        return batchSize;
    }
}
