package dev.pawl.store;

import dev.pawl.run.RunId;

/// The keys of runs that were started without one: their ids as text.
final class Keys {
    private static final int ID_LENGTH = 13;

    private Keys() {}

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
