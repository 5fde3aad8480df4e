package dev.pawl.feeds.web;

import dev.pawl.feeds.load.Raw;
import dev.pawl.machine.JsonCodec;
import dev.pawl.orchestrator.provider.Opening;
import dev.pawl.orchestrator.provider.Portion;
import dev.pawl.orchestrator.provider.Reading;
import dev.pawl.orchestrator.provider.Source;
import dev.pawl.run.Payload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Sources that are read one after the other, as one.
public final class Succession implements Source<Raw<?>> {
    private final List<Source<Raw<?>>> sources;

    public Succession(List<Source<Raw<?>>> sources) {
        this.sources = List.copyOf(sources);
    }

    @Override
    public Reading<Raw<?>> open(Opening opening) {
        Place place = Place.parse(opening.cursor(), sources.size());
        return new Chain(opening, opening.fresh() ? place.anew() : place);
    }

    /// Where a cycle is.
    ///
    /// @param at the number of the source that is read
    /// @param begun whether it was opened in this cycle
    /// @param cursors what followed the last portion of each, or ""
    private record Place(int at, boolean begun, List<String> cursors) {
        Place {
            cursors = List.copyOf(cursors);
        }

        /// A cursor of fewer sources, or of none, begins where it knows nothing.
        static Place parse(String cursor, int count) {
            Place place =
                    cursor.isEmpty()
                            ? new Place(0, false, List.of())
                            : JsonCodec.JSON.decode(Payload.of(cursor), Place.class);
            List<String> cursors = new ArrayList<>(place.cursors());
            if (cursors.size() < count) {
                cursors.addAll(Collections.nCopies(count - cursors.size(), ""));
            }
            return new Place(place.at(), place.begun(), cursors);
        }

        Place anew() {
            return new Place(0, false, cursors);
        }

        Place moved(String cursor) {
            List<String> next = new ArrayList<>(cursors);
            next.set(at, cursor);
            return new Place(at, true, next);
        }

        Place next() {
            return new Place(at + 1, false, cursors);
        }

        String text() {
            return JsonCodec.JSON.encode(this).text();
        }
    }

    private final class Chain implements Reading<Raw<?>> {
        private final Opening opening;
        private Place place;
        private @Nullable Reading<Raw<?>> open;
        private long before;
        private volatile long expected;

        Chain(Opening opening, Place place) {
            this.opening = opening;
            this.place = place;
        }

        @Override
        public @Nullable Portion<Raw<?>> next(int atMost) throws Exception {
            if (place.at() >= sources.size()) return null;
            Reading<Raw<?>> present = present();
            Portion<Raw<?>> portion = present.next(atMost);
            expected = before + present.expected();
            if (portion == null) {
                before = expected;
                place = place.next();
                close();
                return new Portion<>(List.of(), place.text());
            }
            place = place.moved(portion.cursor());
            return new Portion<>(portion.records(), place.text());
        }

        private Reading<Raw<?>> present() throws Exception {
            Reading<Raw<?>> present = open;
            if (present != null) return present;
            Opening next =
                    new Opening(
                            place.cursors().get(place.at()),
                            !place.begun(),
                            opening.full(),
                            opening.gate());
            Reading<Raw<?>> fresh = sources.get(place.at()).open(next);
            open = fresh;
            return fresh;
        }

        @Override
        public long expected() {
            return expected;
        }

        @Override
        public void close() throws IOException {
            Reading<Raw<?>> present = open;
            open = null;
            if (present != null) present.close();
        }
    }
}
