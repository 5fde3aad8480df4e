package dev.pawl.feeds.load;

import dev.pawl.feeds.database.ParsedItem;
import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.Format;
import dev.pawl.feeds.item.FeedItem;
import dev.pawl.orchestrator.provider.MappedItem;
import dev.pawl.orchestrator.provider.PoisonItem;

/// A record of a document, with what is needed to map it to an item.
public final class RawRecord<R> {
    private final RecognizedDocument<R> from;
    private final R record;
    private final long number;

    RawRecord(RecognizedDocument<R> from, R record, long number) {
        this.from = from;
        this.record = record;
        this.number = number;
    }

    MappedItem<ParsedItem> map() throws PoisonItem {
        Format<R> format = from.format();
        try {
            FeedItem item = format.map(record, from.edition());
            return new MappedItem<>(
                    item.urn().toString(), ParsedItem.of(item, from.origin(), number));
        } catch (BadRecord e) {
            throw new PoisonItem(
                    "",
                    "record %d of %s: %s".formatted(number, from.document().name(), e.getMessage()),
                    format.text(record));
        }
    }
}
