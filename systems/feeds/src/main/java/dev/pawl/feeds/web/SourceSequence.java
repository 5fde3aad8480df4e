package dev.pawl.feeds.web;

import dev.pawl.feeds.load.RawRecord;
import dev.pawl.machine.JsonCodec;
import dev.pawl.orchestrator.provider.ReadOptions;
import dev.pawl.orchestrator.provider.RecordChunk;
import dev.pawl.orchestrator.provider.Source;
import dev.pawl.orchestrator.provider.SourceReader;
import dev.pawl.run.Payload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Several sources that are read one after the other, as one source.
public final class SourceSequence implements Source<RawRecord<?>> {
    private final List<Source<RawRecord<?>>> sources;

    public SourceSequence(List<Source<RawRecord<?>>> sources) {
        this.sources = List.copyOf(sources);
    }

    @Override
    public SourceReader<RawRecord<?>> open(ReadOptions options) {
        Position position = Position.parse(options.cursor(), sources.size());
        return new Reader(options, options.fresh() ? position.restarted() : position);
    }

    /// How far a cycle has been read; stored as JSON.
    ///
    /// @param at the index of the current source
    /// @param opened whether it was opened in this cycle
    /// @param cursors the last cursor of each source, or ""
    private record Position(int at, boolean opened, List<String> cursors) {
        Position {
            cursors = List.copyOf(cursors);
        }

        /// A cursor of fewer sources is completed with empty ones.
        static Position parse(String cursor, int count) {
            Position position =
                    cursor.isEmpty()
                            ? new Position(0, false, List.of())
                            : JsonCodec.JSON.decode(Payload.of(cursor), Position.class);
            List<String> cursors = new ArrayList<>(position.cursors());
            if (cursors.size() < count) {
                cursors.addAll(Collections.nCopies(count - cursors.size(), ""));
            }
            return new Position(position.at(), position.opened(), cursors);
        }

        Position restarted() {
            return new Position(0, false, cursors);
        }

        Position moved(String cursor) {
            List<String> next = new ArrayList<>(cursors);
            next.set(at, cursor);
            return new Position(at, true, next);
        }

        Position next() {
            return new Position(at + 1, false, cursors);
        }

        String text() {
            return JsonCodec.JSON.encode(this).text();
        }
    }

    private final class Reader implements SourceReader<RawRecord<?>> {
        private final ReadOptions options;
        private Position position;
        private @Nullable SourceReader<RawRecord<?>> open;
        private long before;
        private volatile long expected;

        Reader(ReadOptions options, Position position) {
            this.options = options;
            this.position = position;
        }

        @Override
        public @Nullable RecordChunk<RawRecord<?>> next(int atMost) throws Exception {
            if (position.at() >= sources.size()) return null;
            SourceReader<RawRecord<?>> current = current();
            RecordChunk<RawRecord<?>> chunk = current.next(atMost);
            expected = before + current.expected();
            if (chunk == null) {
                before = expected;
                position = position.next();
                close();
                return new RecordChunk<>(List.of(), position.text());
            }
            position = position.moved(chunk.cursor());
            return new RecordChunk<>(chunk.records(), position.text());
        }

        private SourceReader<RawRecord<?>> current() throws Exception {
            SourceReader<RawRecord<?>> current = open;
            if (current != null) return current;
            ReadOptions next =
                    new ReadOptions(
                            position.cursors().get(position.at()),
                            !position.opened(),
                            options.full(),
                            options.gate());
            SourceReader<RawRecord<?>> opened = sources.get(position.at()).open(next);
            open = opened;
            return opened;
        }

        @Override
        public long expected() {
            return expected;
        }

        @Override
        public void close() throws IOException {
            SourceReader<RawRecord<?>> current = open;
            open = null;
            if (current != null) current.close();
        }
    }
}
