package dev.pawl.feeds.load;

import dev.pawl.feeds.format.Format;
import dev.pawl.orchestrator.provider.Opening;
import dev.pawl.orchestrator.provider.Reading;
import dev.pawl.orchestrator.provider.Source;
import dev.pawl.orchestrator.provider.SourceException;
import java.io.IOException;
import java.util.List;

/// The documents of a source, from wherever they come, one after the other.
public final class Documents implements Source<Raw<?>> {
    private final List<Format<?>> formats;
    private final Supply supply;
    private volatile List<String> notes = List.of();

    public Documents(List<Format<?>> formats, Supply supply) {
        this.formats = List.copyOf(formats);
        this.supply = supply;
    }

    @Override
    public Reading<Raw<?>> open(Opening opening)
            throws SourceException, IOException, InterruptedException {
        Selection selection = Shelf.look(supply.fetch(opening), formats);
        notes = selection.notes();
        List<String> digests = selection.documents().stream().map(Published::digest).toList();
        Position last = Position.parse(opening.cursor()).among(digests);
        return new Pages(selection.documents(), opening.fresh() ? first(opening, last) : last);
    }

    private static Position first(Opening opening, Position last) {
        return opening.full() ? Position.BEGIN : last.anew();
    }

    /// Returns what is to be said about the documents that were last opened.
    List<String> notes() {
        return notes;
    }
}
