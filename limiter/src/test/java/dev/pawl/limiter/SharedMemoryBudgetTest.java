package dev.pawl.limiter;

import dev.pawl.testkit.StoreFactory;
import dev.pawl.testkit.memory.MemoryDisk;
import dev.pawl.testkit.memory.MemoryStore;
import java.time.Instant;

/// Budgets in a store in memory that nodes share.
final class SharedMemoryBudgetTest extends SharedBudgetContract {
    private static final Instant NO_LEASE_EXPIRES = Instant.EPOCH;

    private final MemoryDisk disk = MemoryDisk.shared(() -> NO_LEASE_EXPIRES);

    @Override
    StoreFactory stores() {
        return of(() -> MemoryStore.on(disk));
    }
}
