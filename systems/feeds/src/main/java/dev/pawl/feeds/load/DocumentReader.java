package dev.pawl.feeds.load;

import dev.pawl.feeds.format.BadDocument;
import dev.pawl.orchestrator.limit.FailureKind;
import dev.pawl.orchestrator.provider.RecordChunk;
import dev.pawl.orchestrator.provider.SourceException;
import dev.pawl.orchestrator.provider.SourceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads documents one after the other, starting at a position.
final class DocumentReader implements SourceReader<RawRecord<?>> {
    private final Deque<RecognizedDocument<?>> waiting = new ArrayDeque<>();
    private final long bytes;
    private final long before;
    private long bytesDone;

    /// The number of records read or skipped.
    private long records;

    private Position position;
    private @Nullable OpenDocument<?> open;
    private boolean ended;
    private volatile long estimate;

    DocumentReader(List<RecognizedDocument<?>> documents, Position from) throws IOException {
        position = from;
        before = from.before();
        long sum = 0;
        for (RecognizedDocument<?> each : documents) {
            if (from.done().contains(each.digest())) continue;
            sum += size(each);
            if (each.digest().equals(from.open())) waiting.addFirst(each);
            else waiting.add(each);
        }
        bytes = sum;
        estimate = bytes == 0 ? before : 0;
    }

    @Override
    public @Nullable RecordChunk<RawRecord<?>> next(int atMost)
            throws SourceException, IOException {
        List<RawRecord<?>> chunk = new ArrayList<>();
        try {
            while (chunk.size() < atMost && (open != null || openNext())) fill(chunk, atMost);
        } catch (BadDocument e) {
            throw new SourceException(FailureKind.SCHEMA, String.valueOf(e.getMessage()), e);
        }
        boolean end = open == null && waiting.isEmpty();
        // The last chunk may be empty: its position marks the last document as done.
        if (end && ended && chunk.isEmpty()) return null;
        ended = end;
        if (bytesDone > 0) estimate = before + Math.round((double) records * bytes / bytesDone);
        return new RecordChunk<>(chunk, position.text());
    }

    private boolean openNext() throws IOException {
        RecognizedDocument<?> next = waiting.poll();
        if (next == null) return false;
        long skipped = next.digest().equals(position.open()) ? position.records() : 0;
        open = OpenDocument.of(next, skipped);
        records += skipped;
        return true;
    }

    private void fill(List<RawRecord<?>> chunk, int atMost) throws IOException {
        OpenDocument<?> current = open;
        if (current == null) return;
        while (chunk.size() < atMost) {
            RawRecord<?> raw = current.next();
            if (raw == null) {
                String digest = current.from().digest();
                position = position.closing(digest, before + records);
                bytesDone += size(current.from());
                close();
                return;
            }
            chunk.add(raw);
            records++;
        }
        position = position.at(current.from().digest(), current.position(), before + records);
    }

    private static long size(RecognizedDocument<?> document) throws IOException {
        return Files.size(document.document().path());
    }

    /// Returns an estimate: the records per byte so far, times all bytes.
    @Override
    public long expected() {
        return estimate;
    }

    @Override
    public void close() throws IOException {
        OpenDocument<?> current = open;
        open = null;
        if (current != null) current.close();
    }
}
