package dev.pawl.engine.store;

import org.jspecify.annotations.Nullable;

/// The store could not do what was asked; the kind says whether trying again can help.
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

    /// What is wrong with the store.
    public enum Kind {
        /// No space is left; nothing was written, and it works again when there is space.
        FULL,
        /// The file or its file system cannot be written; nothing was written.
        READ_ONLY,
        /// Somebody else holds what is needed for the moment; nothing was written.
        BUSY,
        /// Another process owns the store.
        LOCKED,
        /// Everybody may write its directory, so that nobody can vouch for what is in it.
        EXPOSED,
        /// A step's own SQL failed; nothing of that commit was written.
        REFUSED,
        /// Another node changed what the commit changes; nothing was written. Read it again.
        STALE,
        /// A guard of the commit does not hold; nothing was written.
        REFUTED,
        /// The node has lost its lease; nothing was written, and nothing of it ever will be.
        FENCED,
        /// What was read cannot be: the file is damaged or of another version.
        CORRUPT,
        /// The disk failed; whether the commit is durable is not known.
        IO,
        /// The store was closed.
        CLOSED;

        /// Returns whether the same commit may be tried again with the same store.
        public boolean isPassing() {
            return this == FULL || this == READ_ONLY || this == BUSY;
        }

        /// Returns whether only this commit was refused, and nothing is wrong with the store.
        public boolean isRefusal() {
            return this == REFUSED || this == STALE || this == REFUTED || this == FENCED;
        }
    }
}
