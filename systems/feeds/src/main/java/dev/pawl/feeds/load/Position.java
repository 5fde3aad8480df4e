package dev.pawl.feeds.load;

import dev.pawl.machine.JsonCodec;
import dev.pawl.run.Payload;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The progress through documents: the digests of those that are done, and the number of records
/// read from the one that is open.
///
/// @param read the number of records read in this cycle; null in cursors of older versions
record Position(List<String> done, String open, long records, @Nullable Long read) {
    static final Position START = new Position(List.of(), "", 0, null);

    Position {
        done = List.copyOf(done);
    }

    static Position parse(String cursor) {
        return cursor.isEmpty() ? START : JsonCodec.JSON.decode(Payload.of(cursor), Position.class);
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

    /// Returns this position without documents that no longer exist.
    Position retain(List<String> digests) {
        List<String> left = done.stream().filter(digests::contains).toList();
        return new Position(left, open, records, read);
    }

    /// Returns this position at the start of a cycle.
    Position newCycle() {
        return new Position(done, open, records, null);
    }

    /// Returns the number of records read in this cycle before the open document.
    long before() {
        return read == null ? 0 : Math.max(0, read - records);
    }
}
