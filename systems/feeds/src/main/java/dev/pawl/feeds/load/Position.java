package dev.pawl.feeds.load;

import dev.pawl.machine.JsonCodec;
import dev.pawl.run.Payload;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How far documents were read: those that are done, by digest, and how many records of the one
/// that is open.
///
/// @param read how many records were read in this cycle; null in cursors that did not say
record Position(List<String> done, String open, long records, @Nullable Long read) {
    static final Position BEGIN = new Position(List.of(), "", 0, null);

    Position {
        done = List.copyOf(done);
    }

    static Position parse(String cursor) {
        return cursor.isEmpty() ? BEGIN : JsonCodec.JSON.decode(Payload.of(cursor), Position.class);
    }

    String text() {
        return JsonCodec.JSON.encode(this).text();
    }

    Position at(String digest, long number, long sum) {
        return new Position(done, digest, number, sum);
    }

    Position closing(String digest, long sum) {
        List<String> all = new ArrayList<>(done);
        if (!all.contains(digest)) all.add(digest);
        return new Position(all, "", 0, sum);
    }

    /// Returns this without documents that are no longer there.
    Position among(List<String> digests) {
        List<String> left = done.stream().filter(digests::contains).toList();
        return new Position(left, open, records, read);
    }

    /// Returns this at the beginning of a cycle.
    Position anew() {
        return new Position(done, open, records, null);
    }

    /// Returns how many records were read in this cycle before the document that is open.
    long before() {
        return read == null ? 0 : Math.max(0, read - records);
    }
}
