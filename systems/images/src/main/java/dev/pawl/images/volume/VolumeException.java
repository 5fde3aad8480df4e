package dev.pawl.images.volume;

/// A volume could not be made, found or used.
public final class VolumeException extends Exception {
    private static final long serialVersionUID = 1;

    /// What kind of trouble it is.
    public enum Kind {
        /// There is no room, or less than what must stay free.
        NO_SPACE,

        /// Something else has the name or the number already.
        TAKEN,

        /// What should be there is not.
        MISSING,

        /// What is there is not what it should be: another volume, or none at all.
        FOREIGN,

        /// The machine cannot be trusted with more work of this kind until somebody has looked.
        UNHEALTHY,

        /// It may well succeed when it is tried again.
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
