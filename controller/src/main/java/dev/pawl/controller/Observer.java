package dev.pawl.controller;

import java.util.Optional;

/// Reads the present value of an object from caches, without a request.
///
/// After a write of this controller has returned, the next observation shows it: otherwise an
/// evaluation would decide the same write again.
public interface Observer<V> {
    /// Returns everything that is known about an object as one immutable value; empty if the object
    /// is gone.
    Optional<V> observe(ObjectKey key);

    /// Returns the number that grows with every change of the object's desired state. A new one
    /// ends every back-off.
    long generation(V view);
}
