package dev.pawl.images.volume;

/// Whether a volume exists and is active.
public enum Presence {
    /// The volume exists and can be used at its path.
    ACTIVE,

    /// The volume exists, and cannot be used until it is activated.
    INACTIVE,

    /// There is no volume with this name and number.
    ABSENT
}
