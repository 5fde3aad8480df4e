package dev.pawl.store.sqlite;

import dev.pawl.run.Run;
import dev.pawl.store.format.ByteSink;
import dev.pawl.store.format.ByteSpan;
import dev.pawl.store.format.RunFormat;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The commits of a run since the tables were last written: its newest value, and the pieces of its
/// history.
///
/// Any thread may read the run; only the thread that holds the write connection uses the rest.
final class PendingRun {
    private static final int PIECES = 8;

    private volatile Run run;
    private @Nullable ByteSpan body;
    private ByteSpan[] pieces = new ByteSpan[1];
    private int pieceCount;
    private int bytes;
    private long first;
    private long last;

    PendingRun(EncodedCommit.Change change) {
        run = change.run();
        body = change.isWhole() ? change.body() : null;
        append(change);
    }

    void add(EncodedCommit.Change change) {
        run = change.run();
        body = change.isWhole() ? change.body() : null;
        append(change);
    }

    Run run() {
        return run;
    }

    /// Returns the run as its row stores it, encoded with `scratch` if needed.
    byte[] body(ByteSink scratch) {
        ByteSpan whole = body;
        if (whole != null) return whole.copy();
        scratch.clear();
        RunFormat.write(scratch, run);
        return Arrays.copyOf(scratch.array(), scratch.size());
    }

    boolean hasHistory() {
        return pieceCount > 0;
    }

    /// Returns whether these are the run's first entries, so that it has no row yet.
    boolean isNew() {
        return first == 1;
    }

    long first() {
        return first;
    }

    long last() {
        return last;
    }

    /// Returns the history as one JSON array.
    byte[] history() {
        byte[] json = new byte[bytes + pieceCount + 1];
        int at = 0;
        for (int i = 0; i < pieceCount; i++) {
            json[at++] = (byte) (i == 0 ? '[' : ',');
            pieces[i].copyTo(json, at);
            at += pieces[i].length();
        }
        json[at] = ']';
        return json;
    }

    private void append(EncodedCommit.Change change) {
        if (change.count() == 0) return;
        if (pieceCount == pieces.length) {
            ByteSpan[] more = new ByteSpan[Math.max(PIECES, pieceCount * 2)];
            System.arraycopy(pieces, 0, more, 0, pieceCount);
            pieces = more;
        }
        if (pieceCount == 0) first = change.first();
        pieces[pieceCount++] = change.entries();
        bytes += change.entries().length();
        last = change.first() + change.count() - 1;
    }
}
