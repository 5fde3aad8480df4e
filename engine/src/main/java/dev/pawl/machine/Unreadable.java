package dev.pawl.machine;

/// Stored data cannot be read as the type that is asked for: the type changed since.
///
/// No retry mends that. A body that lets it pass has its run parked, until a machine is registered
/// that can read the data.
public final class Unreadable extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    Unreadable(String what, RuntimeException cause) {
        super("the %s cannot be read: %s".formatted(what, cause.getMessage()), cause);
    }
}
