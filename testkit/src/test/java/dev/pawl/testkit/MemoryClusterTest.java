package dev.pawl.testkit;

import dev.pawl.engine.store.MemoryDisk;
import dev.pawl.engine.store.MemoryStore;
import dev.pawl.engine.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;

final class MemoryClusterTest extends ClusterContract {
    private final AtomicReference<Instant> now = new AtomicReference<>(Runs.START);
    private final MemoryDisk disk = MemoryDisk.shared(now::get);

    @Override
    protected Store open() {
        return MemoryStore.on(disk);
    }

    /// Time passes for all, and those who are to live on say so.
    @Override
    protected void expire(Store store) {
        Duration later = LEASE.plusSeconds(1);
        now.updateAndGet(before -> before.plus(later));
        for (int i = 0; i < 3; i++) {
            boolean dead = store(i).equals(store);
            if (!dead && isLive(i)) nodes(i).beat(MINE, LEASE);
        }
    }

    private boolean isLive(int number) {
        String name = "node-" + number;
        return nodes(number).members().stream()
                .anyMatch(member -> member.isLive() && member.node().name().equals(name));
    }
}
