package dev.pawl.engine;

/// Receives events of the engine after they are durable; it must return quickly.
///
/// An error that it throws is reported once, to the other listeners and to the log, and has no
/// other effect. A listener that changes the run that it is notified of is refused with
/// [Refused.WaitsForItself]; runs are changed on another thread.
@FunctionalInterface
public interface Listener {
    void on(EngineEvent event);
}
