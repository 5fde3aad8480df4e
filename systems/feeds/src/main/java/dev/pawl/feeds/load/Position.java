package dev.pawl.feeds.load;

import dev.pawl.machine.JsonCodec;
import dev.pawl.run.Payload;
import java.util.ArrayList;
import java.util.List;

/// How far documents were read: those that are done, by digest, and how many records of the one
/// that is open.
record Position(List<String> done, String open, long records) {
    static final Position BEGIN = new Position(List.of(), "", 0);

    Position {
        done = List.copyOf(done);
    }

    static Position parse(String cursor) {
        return cursor.isEmpty() ? BEGIN : JsonCodec.JSON.decode(Payload.of(cursor), Position.class);
    }

    String text() {
        return JsonCodec.JSON.encode(this).text();
    }

    Position at(String digest, long number) {
        return new Position(done, digest, number);
    }

    Position closing(String digest) {
        List<String> all = new ArrayList<>(done);
        if (!all.contains(digest)) all.add(digest);
        return new Position(all, "", 0);
    }

    /// Returns this without documents that are no longer there.
    Position among(List<String> digests) {
        return new Position(done.stream().filter(digests::contains).toList(), open, records);
    }
}
