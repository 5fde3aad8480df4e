package dev.pawl.engine.internal.loop;

import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.engine.internal.kernel.LiveRuns;
import dev.pawl.engine.internal.kernel.Registry;
import dev.pawl.engine.internal.limits.Permits;
import dev.pawl.engine.internal.limits.QueueScheduler;
import dev.pawl.engine.internal.time.Timers;

/// The parts of an open engine that move its runs.
public record EngineContext(
        Kernel kernel,
        Registry registry,
        LiveRuns liveRuns,
        Timers timers,
        QueueScheduler queues,
        Permits permits,
        EndWaiters endWaiters) {

    /// Assembles the parts on a store whose machines are registered.
    public static EngineContext of(Kernel kernel, Registry registry) {
        LiveRuns liveRuns = new LiveRuns();
        Timers timers = new Timers(kernel);
        return new EngineContext(
                kernel,
                registry,
                liveRuns,
                timers,
                new QueueScheduler(kernel, liveRuns),
                new Permits(kernel, timers, liveRuns),
                new EndWaiters(kernel, liveRuns));
    }
}
