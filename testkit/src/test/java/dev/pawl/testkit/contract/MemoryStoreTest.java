package dev.pawl.testkit.contract;

import dev.pawl.engine.store.Store;
import dev.pawl.testkit.memory.MemoryStore;

final class MemoryStoreTest extends StoreContract {

    @Override
    protected Store open() {
        return new MemoryStore();
    }

    @Override
    protected Store reopen(Store store) {
        store.close();
        return crash(store);
    }

    @Override
    protected Store crash(Store store) {
        return MemoryStore.on(((MemoryStore) store).disk());
    }
}
