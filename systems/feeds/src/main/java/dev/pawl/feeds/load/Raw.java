package dev.pawl.feeds.load;

import dev.pawl.feeds.base.Arrival;
import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.Format;
import dev.pawl.feeds.item.Item;
import dev.pawl.orchestrator.provider.Entry;
import dev.pawl.orchestrator.provider.PoisonItem;

/// A record as it stands in a document, with what is needed to make an item of it.
public final class Raw<R> {
    private final Published<R> from;
    private final R record;
    private final long place;

    Raw(Published<R> from, R record, long place) {
        this.from = from;
        this.record = record;
        this.place = place;
    }

    Entry<Arrival> map() throws PoisonItem {
        Format<R> format = from.format();
        try {
            Item item = format.map(record, from.edition());
            return new Entry<>(item.urn().toString(), Arrival.of(item, from.origin(), place));
        } catch (BadRecord e) {
            throw new PoisonItem(
                    "",
                    "record %d of %s: %s".formatted(place, from.document().name(), e.getMessage()),
                    format.text(record));
        }
    }
}
