package dev.pawl.engine;

/// Receives what happens, after it is durable; it must be quick.
///
/// What it throws is reported once, to the other listeners and to the log, and changes nothing
/// else.
@FunctionalInterface
public interface Listener {
    void on(Happening happening);
}
