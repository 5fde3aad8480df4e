package dev.pawl.testkit.contract;

import dev.pawl.engine.store.Store;
import dev.pawl.testkit.memory.MemoryDisk;
import dev.pawl.testkit.memory.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;

final class MemoryClusterTest extends ClusterContract {
    private final AtomicReference<Instant> now = new AtomicReference<>(SampleRuns.START);
    private final MemoryDisk disk = MemoryDisk.shared(now::get);

    @Override
    protected Store open() {
        return MemoryStore.on(disk);
    }

    /// Time passes for every node, and all but the expiring one send a heartbeat.
    @Override
    protected void expire(Store store) {
        Duration later = LEASE.plusSeconds(1);
        now.updateAndGet(before -> before.plus(later));
        for (int i = 0; i < 3; i++) {
            boolean dead = store(i).equals(store);
            if (!dead && isLive(i)) nodes(i).heartbeat(MINE, LEASE);
        }
    }

    private boolean isLive(int number) {
        String name = "node-" + number;
        return nodes(number).members().stream()
                .anyMatch(member -> member.isLive() && member.node().name().equals(name));
    }
}
