package dev.pawl.testkit;

import dev.pawl.engine.store.MemoryStore;
import dev.pawl.engine.store.Store;

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
