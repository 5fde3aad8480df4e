package dev.pawl.engine;

import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Lets callers wait for the end of a run.
final class Awaiting {
    private static final Duration LOOK_AGAIN_MIN = Duration.ofMillis(10);
    private static final Duration LOOK_AGAIN_MAX = Duration.ofSeconds(1);

    private final Kernel kernel;
    private final Map<RunId, List<Signal>> waiting = new HashMap<>();

    Awaiting(Kernel kernel) {
        this.kernel = kernel;
    }

    /// Returns the run when it has ended, or empty when `until` has come before.
    Optional<Run> end(RunId id, Instant until) throws InterruptedException {
        Signal ended = new Signal();
        // Registered before the look, so that an end in between is not missed.
        synchronized (waiting) {
            waiting.computeIfAbsent(id, key -> new ArrayList<>()).add(ended);
        }
        Duration pause = LOOK_AGAIN_MIN;
        try {
            while (true) {
                Run run =
                        kernel.store
                                .run(id)
                                .orElseThrow(() -> new Refused.UnknownRun(id.toString()));
                if (run.status().isEnd()) return Optional.of(run);
                kernel.requireOpen();
                // The end of a run that another node moves is found by looking.
                Instant again = kernel.node.isShared() ? kernel.now().plus(pause) : until;
                Instant next = again.isBefore(until) ? again : until;
                boolean told = kernel.host.await(ended, next);
                if (!told && !kernel.now().isBefore(until)) return Optional.empty();
                pause = pause.multipliedBy(2);
                if (pause.compareTo(LOOK_AGAIN_MAX) > 0) pause = LOOK_AGAIN_MAX;
            }
        } finally {
            forget(id, ended);
        }
    }

    void ended(RunId id) {
        List<Signal> all;
        synchronized (waiting) {
            all = List.copyOf(waiting.getOrDefault(id, List.of()));
        }
        all.forEach(kernel.host::raise);
    }

    /// Wakes everybody who waits, to find that the engine is closed.
    void close() {
        List<RunId> ids;
        synchronized (waiting) {
            ids = List.copyOf(waiting.keySet());
        }
        ids.forEach(this::ended);
    }

    private void forget(RunId id, Signal signal) {
        synchronized (waiting) {
            List<Signal> all = waiting.get(id);
            if (all == null) return;
            all.remove(signal);
            if (all.isEmpty()) waiting.remove(id);
        }
    }
}
