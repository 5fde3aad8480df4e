package dev.pawl.benchmarks.postgres;

import dev.pawl.benchmarks.load.FiveSteps;
import dev.pawl.benchmarks.peers.Peer;
import dev.pawl.engine.Engine;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Store;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.store.PostgresStore;
import dev.pawl.store.SqliteStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// Pawl on PostgreSQL or in a directory, doing the same work as its peers.
final class PawlPeer implements Peer {
    private static final Duration TIME_MAX = Duration.ofMinutes(1);

    private final Store store;
    private final Engine engine;
    private final long before;

    private PawlPeer(Store store) {
        this.store = store;
        this.engine = Engine.open(store, FiveSteps.MACHINE);
        this.before = completed();
    }

    static PawlPeer open(String url) {
        return new PawlPeer(PostgresStore.open(url));
    }

    static PawlPeer open(Path home) {
        return new PawlPeer(SqliteStore.open(home));
    }

    @Override
    public void run() throws InterruptedException {
        RunId id = engine.start(FiveSteps.MACHINE.start(FiveSteps.REQUEST));
        Run run = engine.awaitEnd(id, TIME_MAX).orElseThrow();
        if (run.status() != RunStatus.COMPLETED) {
            throw new IllegalStateException("a run ended as " + run.status());
        }
    }

    @Override
    public void verify(long runs) {
        // The store checks that each run has a history without gaps that ends like the run.
        long found = completed() - before;
        if (found != runs) {
            throw new IllegalStateException("expected %d runs, found %d".formatted(runs, found));
        }
        List<String> faults = store.verify();
        if (!faults.isEmpty()) throw new IllegalStateException(String.join("\n", faults));
    }

    private long completed() {
        return engine.count(Filter.ALL.status(RunStatus.COMPLETED));
    }

    @Override
    public void close() {
        engine.close();
    }
}
