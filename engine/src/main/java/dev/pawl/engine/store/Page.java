package dev.pawl.engine.store;

import dev.pawl.run.RunId;
import org.jspecify.annotations.Nullable;

/// Which part of a listing by id is wanted: at most `limit` runs, beyond `beyond` in that order.
public record Page(Order order, @Nullable RunId beyond, int limit) {
    /// The most that one page may hold.
    public static final int LIMIT_MAX = 10_000;

    public Page {
        if (limit < 1 || limit > LIMIT_MAX) {
            throw new IllegalArgumentException(
                    "a page holds 1 to %d runs, not %d".formatted(LIMIT_MAX, limit));
        }
    }

    /// Returns the page of the newest runs.
    public static Page newest(int limit) {
        return new Page(Order.NEWEST_FIRST, null, limit);
    }

    /// Returns the page of the oldest runs.
    public static Page oldest(int limit) {
        return new Page(Order.OLDEST_FIRST, null, limit);
    }

    /// Returns the page that follows the one which ended with `last`.
    public Page after(RunId last) {
        return new Page(order, last, limit);
    }

    /// By id, which is by time of start.
    public enum Order {
        NEWEST_FIRST,
        OLDEST_FIRST
    }
}
