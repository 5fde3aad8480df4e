package dev.pawl.testkit;

import dev.pawl.engine.store.Store;
import dev.pawl.testkit.memory.MemoryDisk;
import dev.pawl.testkit.memory.MemoryStore;
import java.time.Instant;

/// Opens stores for tests: empty ones, and those that a dead process left.
public interface StoreFactory {
    /// Stores in memory.
    StoreFactory MEMORY = new InMemory(false);

    /// Stores in memory that nodes share; no lease ever expires.
    StoreFactory SHARED_MEMORY = new InMemory(true);

    /// Returns the default of the test kit: stores in memory, or those of the class that
    /// `-Dpawl.stores` names, which has a public constructor without parameters.
    static StoreFactory chosen() {
        String name = System.getProperty("pawl.stores", "memory");
        return switch (name) {
            case "memory" -> MEMORY;
            case "shared-memory" -> SHARED_MEMORY;
            default -> named(name);
        };
    }

    private static StoreFactory named(String type) {
        try {
            return Class.forName(type)
                    .asSubclass(StoreFactory.class)
                    .getConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(
                    "expected -Dpawl.stores to name a StoreFactory with a public constructor"
                            + " without parameters, found "
                            + type,
                    e);
        }
    }

    /// Opens an empty store that shares nothing with others.
    Store open();

    /// Opens the store again over the same contents; `before` may still be open, but is no longer
    /// used.
    Store reopen(Store before);

    /// The stores in memory.
    record InMemory(boolean isShared) implements StoreFactory {
        @Override
        public Store open() {
            return isShared
                    ? MemoryStore.on(MemoryDisk.shared(() -> Instant.EPOCH))
                    : new MemoryStore();
        }

        @Override
        public Store reopen(Store before) {
            return MemoryStore.on(((MemoryStore) before).disk());
        }
    }
}
