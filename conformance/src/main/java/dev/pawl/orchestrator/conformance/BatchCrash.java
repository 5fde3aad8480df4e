package dev.pawl.orchestrator.conformance;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.StoreException;
import dev.pawl.testkit.StoreFaults;
import java.util.concurrent.atomic.AtomicBoolean;

/// Crashes a process at its first commit of a batch: every later call to its store fails, so the
/// store contains what a killed process leaves behind.
final class BatchCrash implements StoreFaults {
    private final Point point;
    private final AtomicBoolean written = new AtomicBoolean();
    private final AtomicBoolean crashed = new AtomicBoolean();

    BatchCrash(Point point) {
        this.point = point;
    }

    boolean hasHappened() {
        return crashed.get();
    }

    /// Called inside the transaction of a batch, after the sink has written it.
    void batchWritten() {
        written.set(true);
        if (point == Point.BEFORE_COMMIT) throw crash();
    }

    @Override
    public void before(long n, Commit commit) {
        reading();
    }

    @Override
    public void after(long n, Commit commit) {
        if (point == Point.AFTER_COMMIT && written.get()) throw crash();
        reading();
    }

    @Override
    public void reading() {
        if (crashed.get()) throw crash();
    }

    private StoreException crash() {
        crashed.set(true);
        return new StoreException(StoreException.Kind.IO, "the process was killed", null);
    }

    /// When the process crashes.
    enum Point {
        NEVER,
        /// After the sink has written a batch; its transaction rolls back.
        BEFORE_COMMIT,
        /// After the transaction of a batch has committed, before the engine learns of it.
        AFTER_COMMIT
    }
}
