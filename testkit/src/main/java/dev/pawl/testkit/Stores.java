package dev.pawl.testkit;

import dev.pawl.engine.store.MemoryDisk;
import dev.pawl.engine.store.MemoryStore;
import dev.pawl.engine.store.Store;
import java.time.Instant;

/// Where a test gets its stores from, empty ones and those of a process that died.
public interface Stores {
    /// Stores in memory.
    Stores MEMORY = new InMemory(false);

    /// Stores in memory that nodes share; no lease ever runs out.
    Stores SHARED_MEMORY = new InMemory(true);

    /// Returns the stores that the test kit uses unless it is told otherwise: those in memory, or
    /// those of the class that `-Dpawl.stores` names, which has a constructor without parameters.
    static Stores chosen() {
        String name = System.getProperty("pawl.stores", "memory");
        return switch (name) {
            case "memory" -> MEMORY;
            case "shared-memory" -> SHARED_MEMORY;
            default -> named(name);
        };
    }

    private static Stores named(String type) {
        try {
            return Class.forName(type).asSubclass(Stores.class).getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(
                    "-Dpawl.stores names a class of Stores with a public constructor, not " + type,
                    e);
        }
    }

    /// Opens a store without contents, apart from all others.
    Store open();

    /// Opens the store anew over the same contents; the one before may be open still, and nobody
    /// uses it any more.
    Store reopen(Store before);

    /// The stores in memory.
    record InMemory(boolean isShared) implements Stores {
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
