package dev.pawl.engine.store;

import dev.pawl.run.RunId;
import org.jspecify.annotations.Nullable;

/// A part of a listing by id: at most `limit` runs after `beyond`, in the given order.
public record Page(Order order, @Nullable RunId beyond, int limit) {
    /// The maximum size of a page.
    public static final int LIMIT_MAX = 10_000;

    public Page {
        if (limit < 1 || limit > LIMIT_MAX) {
            throw new IllegalArgumentException(
                    "expected a page of 1 to %d runs, found %d".formatted(LIMIT_MAX, limit));
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

    /// Returns the page after the one that ended with `last`.
    public Page after(RunId last) {
        return new Page(order, last, limit);
    }

    /// The order by id, which is the order of starts.
    public enum Order {
        NEWEST_FIRST,
        OLDEST_FIRST
    }
}
