package dev.pawl.store;

import dev.pawl.run.RunId;
import org.jspecify.annotations.Nullable;

/// Keys as text: those of runs that were started without one, which are their ids, and ranges of
/// keys.
final class Keys {
    private static final int ID_LENGTH = 13;

    private Keys() {}

    /// Returns the least text that is greater, by code points, than all that begin with `prefix`;
    /// or null if there is none.
    static @Nullable String beyond(String prefix) {
        int[] points = prefix.codePoints().toArray();
        for (int last = points.length - 1; last >= 0; last--) {
            int next = points[last] + 1;
            if (next == Character.MIN_SURROGATE) next = Character.MAX_SURROGATE + 1;
            if (next > Character.MAX_CODE_POINT) continue;
            points[last] = next;
            return new String(points, 0, last + 1);
        }
        return null;
    }

    /// Returns the number of the id that `key` writes exactly as an id is written, or -1.
    static long idOf(String key) {
        if (key.length() != ID_LENGTH) return -1;
        try {
            RunId id = RunId.parse(key);
            return id.toString().equals(key) ? id.value() : -1;
        } catch (IllegalArgumentException e) {
            return -1;
        }
    }
}
