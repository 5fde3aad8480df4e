package dev.pawl.controller;

import java.util.Optional;

/// Writes the status of an object.
public interface StatusWriter<V, U> {
    /// Returns whether the object's status differs from an update in anything that matters. Pure.
    boolean differs(V view, U update);

    /// Writes the status with one request and returns the version that it created, if there is one.
    Optional<OwnWrite> write(ObjectKey key, V view, U update) throws Exception;
}
