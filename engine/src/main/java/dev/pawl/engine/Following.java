package dev.pawl.engine;

import dev.pawl.engine.store.StoreException;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.time.Instant;
import java.util.List;

/// Wakes runs whose time has come, and completes those that others follow.
///
/// What follows a run is made by the user's code, and takes the turns of its keys before that of
/// the run: so it is made ready outside of any turn, and decided on then.
final class Following {
    private final Registry registry;
    private final Starts starts;
    private final Runs runs;

    Following(Registry registry, Starts starts, Runs runs) {
        this.registry = registry;
        this.starts = starts;
        this.runs = runs;
    }

    /// Lets a run know that its time has come.
    void due(RunId id, Instant at) {
        Run run = runs.apply(id, new Input.Due(at)).run();
        if (Endings.isFollowable(run)) complete(run);
    }

    /// Completes a run together with the start of what follows it. If that cannot be started, the
    /// run is parked: its own work is done, and trying again does not repeat it.
    private void complete(Run run) {
        if (registry.find(run.machine()).isEmpty()) {
            runs.apply(run.id(), new Input.Park(Parking.missing(run)));
            return;
        }
        Starts.Ready ready;
        try {
            ready = starts.following(run);
        } catch (StoreException e) {
            throw e;
        } catch (Throwable e) {
            runs.kernel().requireHost();
            String reason = "what follows it could not be started: " + Kernel.text(e);
            runs.apply(run.id(), new Input.Park(reason));
            return;
        }
        Decision decision;
        try (ready) {
            Additions additions = Additions.of(List.of(), ready.guards());
            decision = runs.apply(run.id(), new Input.Followable(ready.launches()), additions);
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.REFUTED) throw e;
            // Another node took the key of what follows in between.
            complete(run);
            return;
        }
        // A run may be woken twice: only what was started takes the place of another.
        if (decision.changes()) ready.fresh().forEach(runs.effects()::replace);
    }
}
