package dev.pawl.orchestrator.conformance;

import dev.pawl.engine.store.Store;

/// Where a check gets its stores from.
@FunctionalInterface
public interface Stores {
    /// Opens the store of a name: empty the first time, and later with what it had when it was last
    /// closed. Names are small letters and hyphens.
    Store open(String name);
}
