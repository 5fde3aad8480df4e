package dev.pawl.images.volume;

/// Whether a volume is there.
public enum Presence {
    /// It can be used at its path.
    ACTIVE,

    /// It exists, and nobody can use it until it is activated.
    INACTIVE,

    /// There is none of this name and number.
    ABSENT
}
