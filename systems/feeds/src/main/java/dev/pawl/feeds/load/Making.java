package dev.pawl.feeds.load;

import dev.pawl.feeds.base.Arrival;
import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.Format;
import dev.pawl.feeds.item.Item;
import dev.pawl.orchestrator.provider.Entry;
import dev.pawl.orchestrator.provider.Mapping;
import dev.pawl.orchestrator.provider.PoisonItem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Makes items of records, and of the texts of records that were put aside.
///
/// A text does not say of which format it is: it is of the first that can make an item of it.
final class Making implements Mapping<Raw<?>, Arrival> {
    private static final String NAME = "a record that was put aside";

    private final List<Format<?>> formats;

    Making(List<Format<?>> formats) {
        this.formats = List.copyOf(formats);
    }

    @Override
    public Entry<Arrival> map(Raw<?> raw) throws PoisonItem {
        return raw.map();
    }

    @Override
    public Entry<Arrival> revive(String payload) throws PoisonItem {
        List<String> problems = new ArrayList<>();
        for (Format<?> each : formats) {
            try {
                Optional<Arrival> made = revive(each, payload);
                if (made.isPresent()) {
                    return new Entry<>(made.get().item().urn().toString(), made.get());
                }
            } catch (BadRecord e) {
                problems.add("as %s, %s".formatted(each.name(), e.getMessage()));
            }
        }
        String why =
                problems.isEmpty()
                        ? "it says too little without its document, which must be read again"
                        : String.join("; ", problems);
        throw new PoisonItem("", why, payload);
    }

    private static <R> Optional<Arrival> revive(Format<R> format, String payload) throws BadRecord {
        Optional<Format.Apart<R>> apart = format.apart(payload);
        if (apart.isEmpty()) return Optional.empty();
        Edition edition = apart.get().edition();
        Item item = format.map(apart.get().record(), edition);
        Arrival.Origin origin =
                new Arrival.Origin(
                        format.source(),
                        NAME,
                        "",
                        format.name(),
                        edition.catalogue(),
                        edition.version(),
                        edition.stamp(),
                        edition.partial());
        return Optional.of(Arrival.of(item, origin, 0));
    }
}
