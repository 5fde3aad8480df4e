package dev.pawl.engine;

import dev.pawl.engine.internal.kernel.Kernel;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/// The report of this start of the engine, for all callers that wait for it.
final class StartReport {
    private final Kernel kernel;
    private final List<Signal> waiting = new CopyOnWriteArrayList<>();
    private volatile @Nullable CrashReport report;

    StartReport(Kernel kernel) {
        this.kernel = kernel;
    }

    /// Publishes the report: all runs are recovered.
    void set(CrashReport found) {
        report = found;
        kernel.publish(new EngineEvent.Resumed(found));
        wakeCallers();
    }

    boolean isKnown() {
        return report != null;
    }

    Optional<CrashReport> await(Duration atMost) throws InterruptedException {
        Signal woken = new Signal();
        waiting.add(woken);
        try {
            if (!isKnown()) {
                kernel.requireOpen();
                boolean raised = kernel.host.await(woken, kernel.after(atMost));
                if (raised && !isKnown()) kernel.requireOpen();
            }
            return Optional.ofNullable(report);
        } finally {
            waiting.remove(woken);
        }
    }

    void wakeCallers() {
        for (Signal woken : waiting) kernel.host.raise(woken);
    }
}
