package dev.pawl.feeds.load;

import dev.pawl.feeds.format.BadDocument;
import dev.pawl.orchestrator.limit.Trouble;
import dev.pawl.orchestrator.provider.Portion;
import dev.pawl.orchestrator.provider.Reading;
import dev.pawl.orchestrator.provider.SourceException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads documents one after the other, from a position on.
final class Pages implements Reading<Raw<?>> {
    private final Deque<Published<?>> waiting = new ArrayDeque<>();
    private final long bytes;
    private final long before;
    private long bytesDone;

    /// How many records were read or skipped.
    private long records;

    private Position position;
    private @Nullable OpenDocument<?> open;
    private boolean ended;
    private volatile long estimate;

    Pages(List<Published<?>> documents, Position from) throws IOException {
        position = from;
        before = from.before();
        long sum = 0;
        for (Published<?> each : documents) {
            if (from.done().contains(each.digest())) continue;
            sum += size(each);
            if (each.digest().equals(from.open())) waiting.addFirst(each);
            else waiting.add(each);
        }
        bytes = sum;
        estimate = bytes == 0 ? before : 0;
    }

    @Override
    public @Nullable Portion<Raw<?>> next(int atMost) throws SourceException, IOException {
        List<Raw<?>> some = new ArrayList<>();
        try {
            while (some.size() < atMost && (open != null || begin())) fill(some, atMost);
        } catch (BadDocument e) {
            throw new SourceException(Trouble.SCHEMA, String.valueOf(e.getMessage()), e);
        }
        boolean over = open == null && waiting.isEmpty();
        // The last portion may be empty: it says that the last document is done.
        if (over && ended && some.isEmpty()) return null;
        ended = over;
        if (bytesDone > 0) estimate = before + Math.round((double) records * bytes / bytesDone);
        return new Portion<>(some, position.text());
    }

    private boolean begin() throws IOException {
        Published<?> next = waiting.poll();
        if (next == null) return false;
        long skipped = next.digest().equals(position.open()) ? position.records() : 0;
        open = OpenDocument.of(next, skipped);
        records += skipped;
        return true;
    }

    private void fill(List<Raw<?>> some, int atMost) throws IOException {
        OpenDocument<?> present = open;
        if (present == null) return;
        while (some.size() < atMost) {
            Raw<?> raw = present.next();
            if (raw == null) {
                String digest = present.from().digest();
                position = position.closing(digest, before + records);
                bytesDone += size(present.from());
                close();
                return;
            }
            some.add(raw);
            records++;
        }
        position = position.at(present.from().digest(), present.place(), before + records);
    }

    private static long size(Published<?> document) throws IOException {
        return Files.size(document.document().path());
    }

    /// Returns an estimate: as many records as there were in a byte so far, in all bytes.
    @Override
    public long expected() {
        return estimate;
    }

    @Override
    public void close() throws IOException {
        OpenDocument<?> present = open;
        open = null;
        if (present != null) present.close();
    }
}
