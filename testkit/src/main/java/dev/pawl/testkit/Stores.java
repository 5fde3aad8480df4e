package dev.pawl.testkit;

import dev.pawl.engine.Host;
import dev.pawl.engine.store.MemoryDisk;
import dev.pawl.engine.store.MemoryStore;
import dev.pawl.engine.store.Store;

/// Where a test gets its stores from, empty ones and those of a process that died.
public interface Stores {
    /// Stores in memory.
    Stores MEMORY =
            new Stores() {
                @Override
                public Store open() {
                    return new MemoryStore();
                }

                @Override
                public Store reopen(Store before) {
                    return MemoryStore.on(((MemoryStore) before).disk());
                }
            };

    /// Returns stores in memory that nodes share; leases go by the clock of `host`.
    static Stores shared(Host host) {
        return new Stores() {
            @Override
            public Store open() {
                return MemoryStore.on(MemoryDisk.shared(host::now));
            }

            @Override
            public Store reopen(Store before) {
                return MemoryStore.on(((MemoryStore) before).disk());
            }
        };
    }

    /// Opens a store without contents, apart from all others.
    Store open();

    /// Opens the store anew over the same contents; the one before may be open still, and nobody
    /// uses it any more.
    Store reopen(Store before);
}
