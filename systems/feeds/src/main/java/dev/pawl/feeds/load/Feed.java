package dev.pawl.feeds.load;

import dev.pawl.feeds.base.Arrival;
import dev.pawl.feeds.base.ItemSink;
import dev.pawl.feeds.format.Format;
import dev.pawl.orchestrator.provider.Opening;
import dev.pawl.orchestrator.provider.Provider;
import dev.pawl.orchestrator.provider.ProviderConfig;
import dev.pawl.orchestrator.provider.Reading;
import dev.pawl.orchestrator.provider.SourceException;
import java.io.IOException;
import java.util.List;

/// One source as a provider: its documents, from wherever they come, become items of the base.
public final class Feed {
    private final List<Format<?>> formats;
    private final Supply supply;
    private volatile List<String> notes = List.of();

    private Feed(List<Format<?>> formats, Supply supply) {
        this.formats = formats;
        this.supply = supply;
    }

    /// Makes the provider of a source whose documents come from `supply`.
    public static Provider<?, ?> provider(
            ProviderConfig config, List<Format<?>> formats, Supply supply) {
        Feed feed = new Feed(List.copyOf(formats), supply);
        return new Provider<Raw<?>, Arrival>(
                config,
                feed::open,
                Raw::map,
                new ItemSink(config.providerType(), () -> feed.notes));
    }

    private Reading<Raw<?>> open(Opening opening)
            throws SourceException, IOException, InterruptedException {
        Selection selection = Shelf.look(supply.fetch(opening), formats);
        notes = selection.notes();
        List<String> digests = selection.documents().stream().map(Published::digest).toList();
        boolean anew = opening.fresh() && opening.full();
        Position from = anew ? Position.BEGIN : Position.parse(opening.cursor()).among(digests);
        return new Pages(selection.documents(), from);
    }
}
