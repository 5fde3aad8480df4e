package dev.pawl.testkit.contract;

import dev.pawl.engine.store.Store;
import dev.pawl.testkit.FaultyStore;
import dev.pawl.testkit.StoreFaults;
import dev.pawl.testkit.memory.MemoryStore;

/// A [FaultyStore] without faults passes the contract.
final class FaultlessStoreTest extends StoreContract {
    private MemoryStore memory = new MemoryStore();

    @Override
    protected Store open() {
        return new FaultyStore(memory, StoreFaults.NONE);
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
