package dev.pawl.store.threads;

import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;

/// Reports a commit that failed through an unexpected error, such as a full heap, before any of it
/// was written: the caller may try again, and the store continues.
public final class UnwrittenCommit {
    private final String where;

    /// Created in advance: when it is needed there may be no memory for it.
    private final StoreException outOfMemory;

    public UnwrittenCommit(String where) {
        this.where = where;
        this.outOfMemory = new StoreException(Kind.BUSY, text("it ran out of memory"), null);
    }

    /// Returns the exception for this error; it never throws.
    public StoreException by(Throwable error) {
        try {
            return new StoreException(Kind.BUSY, text(error.toString()), error);
        } catch (Throwable _) {
            return outOfMemory;
        }
    }

    private String text(String why) {
        return "a commit to %s failed before any of it was written: %s. Try again"
                .formatted(where, why);
    }
}
