package dev.pawl.engine.internal.kernel;

import dev.pawl.engine.Refused;
import dev.pawl.engine.internal.decision.Input;
import dev.pawl.engine.internal.decision.ParkingReasons;
import dev.pawl.engine.store.StoreException;
import dev.pawl.run.RunId;
import java.util.function.BooleanSupplier;

/// Parks runs that nothing else would move, and tries again until that succeeds.
///
/// It waits on separate tasks, so a run that can be neither moved nor parked occupies neither a
/// [Dispatcher] nor a queue. Until it is parked, its [LiveRun] says why it is not.
public record RunParking(Kernel kernel, LiveRuns liveRuns, RunInputs inputs) {

    /// Moves a run by work that nothing would repeat. If the work throws, the run is parked,
    /// because it would never move again. `unmoved` is called if the work returns false or throws,
    /// in the latter case after the run is parked.
    public void orPark(RunId id, String task, BooleanSupplier work, Runnable unmoved) {
        boolean moved;
        try {
            moved = work.getAsBoolean();
        } catch (StoreException | Refused e) {
            unmoved.run();
            throw e;
        } catch (RuntimeException | Error e) {
            kernel.failed(task, e);
            park(id, task, ParkingReasons.undecided(e), unmoved);
            return;
        }
        if (!moved) unmoved.run();
    }

    /// Parks a run on a separate task; `last` is called after that.
    public void park(RunId id, String task, String reason, Runnable last) {
        LiveRun live = liveRuns.drive(id);
        kernel.start(
                task,
                () -> {
                    try {
                        persistently(live, task, new Input.Park(reason));
                    } finally {
                        liveRuns.rest(live);
                        last.run();
                    }
                });
    }

    /// Applies an input without which a run would be stuck, again and again until that succeeds.
    public void persistently(LiveRun live, String task, Input input) {
        kernel.persistently(
                task,
                () -> {
                    try {
                        kernel.patiently(() -> inputs.apply(live.id, input));
                        live.problem = null;
                    } catch (RuntimeException | Error e) {
                        live.problem = Kernel.text(e);
                        throw e;
                    }
                });
    }
}
