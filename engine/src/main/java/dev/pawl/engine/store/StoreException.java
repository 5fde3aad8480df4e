package dev.pawl.engine.store;

import org.jspecify.annotations.Nullable;

/// Thrown if the store could not carry out a call; the kind says whether a retry can help.
public final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Kind kind;

    public StoreException(Kind kind, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }

    /// What went wrong.
    public enum Kind {
        /// The disk is full. Nothing was written; the store works again when there is space.
        FULL,
        /// The file or its file system is read-only. Nothing was written.
        READ_ONLY,
        /// Another process holds a needed lock for the moment. Nothing was written.
        BUSY,
        /// Another process owns the store.
        LOCKED,
        /// All users may write its directory, so its contents cannot be trusted.
        EXPOSED,
        /// A step's own SQL failed, or the store cannot hold a value of the commit. Nothing of the
        /// commit was written.
        REFUSED,
        /// Another node changed what the commit changes. Nothing was written; read it again.
        STALE,
        /// A guard of the commit does not hold. Nothing was written.
        GUARD_FAILED,
        /// The node has lost its lease. Nothing was written; it must join again.
        FENCED,
        /// The data is damaged or of another version.
        CORRUPT,
        /// The disk failed. It is unknown whether the commit is durable.
        IO,
        /// The store was closed.
        CLOSED;

        /// Returns whether the error is temporary, so that the same commit can be retried.
        public boolean isTransient() {
            return this == FULL || this == READ_ONLY || this == BUSY;
        }

        /// Returns whether only this commit was refused and the store itself works.
        public boolean isRefusal() {
            return this == REFUSED || this == STALE || this == GUARD_FAILED || this == FENCED;
        }
    }
}
