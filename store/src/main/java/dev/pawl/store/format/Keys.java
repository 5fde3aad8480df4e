package dev.pawl.store.format;

import dev.pawl.run.RunId;
import org.jspecify.annotations.Nullable;

/// The keys of runs as text: a run started without a key uses its id, and keys form ranges.
public final class Keys {
    private static final int ID_LENGTH = 13;

    private Keys() {}

    /// Returns the least text that is greater, by code points, than every text that starts with
    /// `prefix`; or null if there is none.
    public static @Nullable String beyond(String prefix) {
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

    /// Returns the numeric id if `key` is the exact text of an id, or -1.
    public static long idOf(String key) {
        if (key.length() != ID_LENGTH) return -1;
        try {
            RunId id = RunId.parse(key);
            return id.toString().equals(key) ? id.value() : -1;
        } catch (IllegalArgumentException e) {
            return -1;
        }
    }
}
