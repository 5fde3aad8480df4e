package dev.pawl.feeds.load;

import dev.pawl.feeds.database.ItemSink;
import dev.pawl.feeds.database.ParsedItem;
import dev.pawl.feeds.format.Format;
import dev.pawl.orchestrator.provider.Provider;
import dev.pawl.orchestrator.provider.ProviderConfig;
import dev.pawl.orchestrator.provider.Source;
import java.util.List;
import java.util.function.Supplier;

/// Creates the provider of a source, which turns its records into items of the database.
public final class FeedProvider {
    private FeedProvider() {}

    /// Returns the provider of a source whose documents come from `supply`.
    public static Provider<?, ?> provider(
            ProviderConfig config, List<Format<?>> formats, DocumentSupply supply) {
        SourceDocuments documents = new SourceDocuments(formats, supply);
        return provider(config, formats, documents, documents::notes);
    }

    /// Returns the provider of a source that reads its own records.
    public static Provider<?, ?> ofSource(
            ProviderConfig config, List<Format<?>> formats, Source<RawRecord<?>> source) {
        return provider(config, formats, source, List::of);
    }

    private static Provider<?, ?> provider(
            ProviderConfig config,
            List<Format<?>> formats,
            Source<RawRecord<?>> source,
            Supplier<List<String>> notes) {
        ItemSink sink = new ItemSink(config.providerType(), notes);
        return new Provider<RawRecord<?>, ParsedItem>(
                config, source, new ItemMapper(formats), sink);
    }
}
