package dev.pawl.engine.internal.loop;

import dev.pawl.engine.Refused;
import dev.pawl.engine.Signal;
import dev.pawl.engine.internal.kernel.CallerDeadline;
import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.engine.internal.kernel.LiveRuns;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Lets callers wait for the end of a run.
///
/// A caller is woken by an end that this engine brings about. The end of a run that another node
/// moves is found by looking, less and less often.
public final class EndWaiters {
    private static final Duration LOOK_AGAIN_MIN = Duration.ofMillis(10);
    private static final Duration LOOK_AGAIN_MAX = Duration.ofSeconds(1);

    private final Kernel kernel;
    private final LiveRuns liveRuns;
    private final Map<RunId, List<Waiter>> waiting = new HashMap<>();

    public EndWaiters(Kernel kernel, LiveRuns liveRuns) {
        this.kernel = kernel;
        this.liveRuns = liveRuns;
    }

    /// Returns the run when it has ended, or empty when `until` has come before.
    public Optional<Run> end(RunId id, Instant until) throws InterruptedException {
        Waiter waiter = new Waiter();
        // Registered before the look, so that an end in between is not missed.
        synchronized (waiting) {
            waiting.computeIfAbsent(id, key -> new ArrayList<>()).add(waiter);
        }
        try {
            CallerDeadline deadline = new CallerDeadline(kernel, until);
            Duration pause = LOOK_AGAIN_MIN;
            while (true) {
                Run run = look(id, waiter);
                if (run.status().isEnd()) return Optional.of(run);
                kernel.requireOpen();
                if (deadline.isOver()) return Optional.empty();
                deadline.await(waiter.woken, again(id, pause));
                pause = pause.multipliedBy(2);
                if (pause.compareTo(LOOK_AGAIN_MAX) > 0) pause = LOOK_AGAIN_MAX;
            }
        } finally {
            forget(id, waiter);
        }
    }

    /// Returns the run as it ended, or as this engine has it in memory, or else as it is stored.
    private Run look(RunId id, Waiter waiter) {
        Run ended = waiter.ended;
        if (ended != null) return ended;
        Run here = liveRuns.find(id).map(live -> live.run).orElse(null);
        if (here != null && kernel.node.owns(here)) return here;
        return kernel.find(id).orElseThrow(() -> new Refused.UnknownRun(id.toString()));
    }

    /// Returns when to look again: never if no other node moves runs, and late for a run that this
    /// node executes.
    private Instant again(RunId id, Duration pause) {
        Run here = liveRuns.find(id).map(live -> live.run).orElse(null);
        boolean own = here != null && here.isInFlight() && kernel.node.owns(here);
        return kernel.node.othersAt(kernel.now(), own ? LOOK_AGAIN_MAX : pause);
    }

    public void ended(Run run) {
        for (Waiter waiter : waiting(run.id())) {
            waiter.ended = run;
            kernel.host.raise(waiter.woken);
        }
    }

    /// Wakes all callers, which find that the engine is closed or has stopped.
    public void wakeCallers() {
        List<RunId> ids;
        synchronized (waiting) {
            ids = List.copyOf(waiting.keySet());
        }
        for (RunId id : ids) {
            for (Waiter waiter : waiting(id)) kernel.host.raise(waiter.woken);
        }
    }

    private List<Waiter> waiting(RunId id) {
        synchronized (waiting) {
            return List.copyOf(waiting.getOrDefault(id, List.of()));
        }
    }

    private void forget(RunId id, Waiter waiter) {
        synchronized (waiting) {
            List<Waiter> all = waiting.get(id);
            if (all == null) return;
            all.remove(waiter);
            if (all.isEmpty()) waiting.remove(id);
        }
    }

    /// A caller that waits, and the run it waited for.
    private static final class Waiter {
        final Signal woken = new Signal();
        volatile @Nullable Run ended;
    }
}
