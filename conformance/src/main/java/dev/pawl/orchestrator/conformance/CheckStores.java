package dev.pawl.orchestrator.conformance;

import dev.pawl.engine.store.Store;

/// Opens the stores of a check.
@FunctionalInterface
public interface CheckStores {
    /// Opens the store of a name: empty the first time, later with the contents that it had when it
    /// was last closed. Names are lowercase letters and hyphens.
    Store open(String name);
}
