package dev.pawl.controller;

/// What an object's run reacts to.
public sealed interface ObjectEvent {
    /// Observe and evaluate the object again.
    record Evaluate() implements ObjectEvent {}

    /// Do nothing to the object until it is released.
    record Hold(String actor, String reason) implements ObjectEvent {}

    /// Control the object again.
    record Release(String actor, String reason) implements ObjectEvent {}

    /// Forget the object's memory and start from the initial one.
    record Reset(String actor, String reason) implements ObjectEvent {}
}
