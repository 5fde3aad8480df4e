package dev.pawl.machine;

/// Thrown if stored data cannot be decoded, because its type has changed since.
///
/// A retry cannot help. If a body throws this, the engine parks the run until a machine is
/// registered that can read the data.
public final class Unreadable extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    Unreadable(String what, RuntimeException cause) {
        super("the %s cannot be read: %s".formatted(what, cause.getMessage()), cause);
    }
}
