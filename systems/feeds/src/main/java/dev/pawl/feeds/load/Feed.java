package dev.pawl.feeds.load;

import dev.pawl.feeds.base.Arrival;
import dev.pawl.feeds.base.ItemSink;
import dev.pawl.feeds.format.Format;
import dev.pawl.orchestrator.provider.Provider;
import dev.pawl.orchestrator.provider.ProviderConfig;
import dev.pawl.orchestrator.provider.Source;
import java.util.List;
import java.util.function.Supplier;

/// One source as a provider: its records, from wherever they come, become items of the base.
public final class Feed {
    private Feed() {}

    /// Makes the provider of a source whose documents come from `supply`.
    public static Provider<?, ?> provider(
            ProviderConfig config, List<Format<?>> formats, Supply supply) {
        Documents documents = new Documents(formats, supply);
        return provider(config, formats, documents, documents::notes);
    }

    /// Makes the provider of a source that gives its records by itself.
    public static Provider<?, ?> ofSource(
            ProviderConfig config, List<Format<?>> formats, Source<Raw<?>> source) {
        return provider(config, formats, source, List::of);
    }

    private static Provider<?, ?> provider(
            ProviderConfig config,
            List<Format<?>> formats,
            Source<Raw<?>> source,
            Supplier<List<String>> notes) {
        ItemSink sink = new ItemSink(config.providerType(), notes);
        return new Provider<Raw<?>, Arrival>(config, source, new Making(formats), sink);
    }
}
