package dev.pawl.feeds;

import dev.pawl.feeds.load.Supply;
import dev.pawl.orchestrator.OrchestratorOptions;
import dev.pawl.orchestrator.limit.Trouble;
import dev.pawl.orchestrator.provider.ProviderConfig;
import dev.pawl.orchestrator.provider.SourceException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;

/// How the system is set up.
public final class FeedsOptions {
    private final Map<SourceKind, Supply> supplies = new EnumMap<>(SourceKind.class);
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

    Supply supply(SourceKind kind) {
        return supplies.getOrDefault(
                kind,
                _ -> {
                    throw new SourceException(
                            Trouble.NOT_FOUND,
                            "nobody said where %s comes from".formatted(kind.id()));
                });
    }

    Consumer<OrchestratorOptions> orchestration() {
        return orchestration;
    }

    int batchSize() {
        return batchSize;
    }
}
