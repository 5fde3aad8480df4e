package dev.pawl.feeds.load;

import dev.pawl.feeds.database.ParsedItem;
import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.Format;
import dev.pawl.feeds.item.FeedItem;
import dev.pawl.orchestrator.provider.MappedItem;
import dev.pawl.orchestrator.provider.PoisonItem;
import dev.pawl.orchestrator.provider.RecordMapping;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Maps records to items, and also the stored text of quarantined records.
///
/// The text of a quarantined record does not name its format: the first format that can map it
/// wins.
final class ItemMapper implements RecordMapping<RawRecord<?>, ParsedItem> {
    private static final String NAME = "a quarantined record";

    private final List<Format<?>> formats;

    ItemMapper(List<Format<?>> formats) {
        this.formats = List.copyOf(formats);
    }

    @Override
    public MappedItem<ParsedItem> map(RawRecord<?> raw) throws PoisonItem {
        return raw.map();
    }

    @Override
    public MappedItem<ParsedItem> mapAgain(String payload) throws PoisonItem {
        List<String> problems = new ArrayList<>();
        for (Format<?> each : formats) {
            try {
                Optional<ParsedItem> mapped = mapAgain(each, payload);
                if (mapped.isPresent()) {
                    return new MappedItem<>(mapped.get().item().urn().toString(), mapped.get());
                }
            } catch (BadRecord e) {
                problems.add("as %s, %s".formatted(each.name(), e.getMessage()));
            }
        }
        String why =
                problems.isEmpty()
                        ? "it cannot be mapped without its document: read that again"
                        : String.join("; ", problems);
        throw new PoisonItem("", why, payload);
    }

    private static <R> Optional<ParsedItem> mapAgain(Format<R> format, String payload)
            throws BadRecord {
        Optional<Format.StandaloneRecord<R>> standalone = format.standalone(payload);
        if (standalone.isEmpty()) return Optional.empty();
        Edition edition = standalone.get().edition();
        FeedItem item = format.map(standalone.get().record(), edition);
        ParsedItem.Origin origin =
                new ParsedItem.Origin(
                        format.source(),
                        NAME,
                        "",
                        format.name(),
                        edition.catalogue(),
                        edition.version(),
                        edition.stamp(),
                        edition.partial());
        return Optional.of(ParsedItem.of(item, origin, 0));
    }
}
