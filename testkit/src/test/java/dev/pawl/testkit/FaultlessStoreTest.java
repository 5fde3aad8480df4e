package dev.pawl.testkit;

import dev.pawl.engine.store.MemoryStore;
import dev.pawl.engine.store.Store;

/// A faulty store without faults is a store like any other.
final class FaultlessStoreTest extends StoreContract {
    private MemoryStore memory = new MemoryStore();

    @Override
    protected Store open() {
        return new FaultyStore(memory, Faults.NONE);
    }

    @Override
    protected Store reopen(Store store) {
        store.close();
        return crash(store);
    }

    @Override
    protected Store crash(Store store) {
        memory = MemoryStore.on(memory.disk());
        return open();
    }
}
