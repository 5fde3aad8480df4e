package dev.pawl.images.volume;

/// A volume could not be created, found or used.
public final class VolumeException extends Exception {
    private static final long serialVersionUID = 1;

    /// The kind of the error.
    public enum Kind {
        /// There is not enough space.
        NO_SPACE,

        /// The name or number is already taken.
        TAKEN,

        /// An expected volume does not exist.
        MISSING,

        /// Another volume, or something else, is in place of the expected one.
        FOREIGN,

        /// The volume storage needs an operator before it can be used again.
        UNHEALTHY,

        /// A retry may succeed.
        TRANSIENT
    }

    private final Kind kind;

    public VolumeException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public VolumeException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
