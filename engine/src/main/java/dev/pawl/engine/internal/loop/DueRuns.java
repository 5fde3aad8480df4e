package dev.pawl.engine.internal.loop;

import dev.pawl.engine.internal.decision.Decision;
import dev.pawl.engine.internal.decision.EndRules;
import dev.pawl.engine.internal.decision.Input;
import dev.pawl.engine.internal.decision.ParkingReasons;
import dev.pawl.engine.internal.kernel.CommitExtras;
import dev.pawl.engine.internal.kernel.Dispatcher;
import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.engine.internal.kernel.Registry;
import dev.pawl.engine.internal.kernel.RunParking;
import dev.pawl.engine.store.StoreException;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.time.Instant;
import java.util.List;

/// Wakes runs whose time has come, and completes those that others follow.
///
/// User code makes what follows a run, and the locks of its keys are taken before the run's own. So
/// what follows is prepared before the run is locked.
public final class DueRuns {
    private final EngineContext context;
    private final Kernel kernel;
    private final Registry registry;
    private final Starts starts;
    private final RunLoop loop;

    public DueRuns(EngineContext context, Starts starts, RunLoop loop) {
        this.context = context;
        this.kernel = context.kernel();
        this.registry = context.registry();
        this.starts = starts;
        this.loop = loop;
    }

    /// Starts to wake runs when they are due.
    public void start() {
        Dispatcher dispatcher = new Dispatcher(kernel);
        context.timers()
                .start((id, at) ->
                        dispatcher.go("due", () -> kernel.patiently(() -> dueOrPark(id, at))));
    }

    private void dueOrPark(RunId id, Instant at) {
        new RunParking(kernel, context.liveRuns(), loop)
                .orPark(
                        id,
                        "due",
                        () -> {
                            due(id, at);
                            return true;
                        },
                        () -> {});
    }

    private void due(RunId id, Instant at) {
        Run run = loop.apply(id, new Input.Due(at)).run();
        if (EndRules.isFollowable(run)) complete(run);
    }

    /// Completes a run together with the start of what follows it. If that cannot be started, the
    /// run is parked: its own work is done, and trying again does not repeat it.
    private void complete(Run run) {
        if (registry.find(run.machine()).isEmpty()) {
            loop.apply(run.id(), new Input.Park(ParkingReasons.missing(run)));
            return;
        }
        Starts.Ready ready;
        try {
            ready = starts.following(run);
        } catch (StoreException e) {
            throw e;
        } catch (Throwable e) {
            kernel.requireHost();
            String reason = "what follows it could not be started: " + Kernel.text(e);
            loop.apply(run.id(), new Input.Park(reason));
            return;
        }
        Decision decision;
        try (ready) {
            // The locks of its keys are not held while the store is unavailable: the caller tries
            // again.
            CommitExtras extras = CommitExtras.of(List.of(), ready.guards());
            decision = loop.apply(run.id(), new Input.Followable(ready.launches()), extras);
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.GUARD_FAILED) throw e;
            // Another node took the key of what follows meanwhile.
            complete(run);
            return;
        }
        // A run may be woken twice: only a run that was started replaces another.
        if (decision.changes()) ready.fresh().forEach(loop::cancelReplaced);
    }
}
