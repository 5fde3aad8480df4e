package dev.pawl.engine.internal.limits;

import dev.pawl.engine.Refused;
import dev.pawl.engine.internal.decision.Decision;
import dev.pawl.engine.internal.decision.Input;
import dev.pawl.engine.internal.decision.ParkingReasons;
import dev.pawl.engine.internal.kernel.CommitExtras;
import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.engine.internal.kernel.LiveRuns;
import dev.pawl.engine.internal.kernel.RunInputs;
import dev.pawl.engine.internal.kernel.RunParking;
import dev.pawl.engine.store.Queued;
import dev.pawl.engine.store.StoreException;
import dev.pawl.run.RunId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Admits runs to queues as their limits allow.
///
/// An admission is a decision on what [QueueScheduler] knows of a queue, and a commit under its
/// guards. If it also changes the queue's document, because nodes share the store or the queue has
/// a rate, the runs that are picked together share one commit, and the next are picked after it.
/// Otherwise no guard can fail and nothing waits: each run has a task and a commit of its own.
final class Admission {
    /// How many runs one commit admits.
    private static final int PICKS_MAX = 200;

    private static final int PAUSE_MILLIS_MAX = 20;

    private final Kernel kernel;
    private final QueueScheduler queues;
    private final RunInputs inputs;
    private final RunParking parking;

    /// Runs that could not be admitted because of an error, until they are parked.
    private final Set<RunId> unmoved = ConcurrentHashMap.newKeySet();

    Admission(Kernel kernel, LiveRuns liveRuns, QueueScheduler queues, RunInputs inputs) {
        this.kernel = kernel;
        this.queues = queues;
        this.inputs = inputs;
        this.parking = new RunParking(kernel, liveRuns, inputs);
    }

    /// Admits the runs that the limits of a queue allow; returns when time alone will allow more.
    @Nullable Instant admit(String queue) {
        int atOnce = PICKS_MAX;
        while (!kernel.isClosing() && !kernel.isBroken()) {
            QueueScheduler.View view = queues.view(queue);
            List<Queued> picked = new ArrayList<>();
            Instant next = pick(view, queue, atOnce, picked);
            if (picked.isEmpty()) return next;
            if (view.isRecorded()) atOnce = admitTogether(view, picked) ? atOnce : 1;
            else for (Queued run : picked) admit(queue, run.run());
        }
        return null;
    }

    private @Nullable Instant pick(
            QueueScheduler.View view, String queue, int atOnce, List<Queued> picked) {
        QueueState state = view.state();
        while (picked.size() < atOnce) {
            switch (state.pick(kernel.now())) {
                case QueueState.Pick.Nothing(var at) -> {
                    return at;
                }
                case QueueState.Pick.Look(var except) -> {
                    int limit = QueueState.WINDOW;
                    List<Queued> waiting = view.waiting().of(queue, except, limit);
                    state.refilled(waiting, except, waiting.size() < limit);
                }
                case QueueState.Pick.Next(var run) -> {
                    if (!unmoved.contains(run.run())) picked.add(run);
                }
            }
        }
        return null;
    }

    /// Admits a run on a task of its own; a slot that it does not come to hold is given back.
    private void admit(String queue, RunId run) {
        Runnable admission =
                () ->
                        parking.orPark(
                                run,
                                "admit",
                                () -> isAdmitted(run),
                                () -> queues.unpicked(queue, run));
        kernel.start("admit", admission);
    }

    private boolean isAdmitted(RunId run) {
        Input admitted = new Input.Admitted();
        return holdsSlot(kernel.getPatiently(() -> inputs.apply(run, admitted)));
    }

    private static boolean holdsSlot(Decision decision) {
        return decision.changes() || decision.run().status().holdsSlot();
    }

    /// Admits runs in one commit; false if one of them may be at fault that it was not made. From
    /// then on each has a commit of its own, so that it does not hold back those behind it.
    private boolean admitTogether(QueueScheduler.View view, List<Queued> picked) {
        QueueState state = view.state();
        List<RunId> ids = picked.stream().map(Queued::run).toList();
        try {
            CommitExtras extras = view.extras();
            Input admitted = new Input.Admitted();
            List<Decision> made = kernel.getPatiently(() -> inputs.applyAll(ids, admitted, extras));
            for (Decision decision : made) {
                if (!holdsSlot(decision)) state.released(decision.run().id(), kernel.now());
            }
            return true;
        } catch (StoreException e) {
            picked.forEach(run -> state.returned(run, kernel.now()));
            if (e.kind() != StoreException.Kind.GUARD_FAILED) throw e;
            queues.reload();
            kernel.pauseAbout(PAUSE_MILLIS_MAX);
            return true;
        } catch (RuntimeException | Error e) {
            if (!(e instanceof Refused)) kernel.failed("admit", e);
            if (picked.size() > 1) picked.forEach(run -> state.returned(run, kernel.now()));
            else notAdmitted(view, ids.getFirst(), e);
            return false;
        }
    }

    private void notAdmitted(QueueScheduler.View view, RunId id, Throwable problem) {
        String queue = view.state().settings().name();
        if (problem instanceof Refused refused) {
            queues.unpicked(queue, id);
            throw refused;
        }
        unmoved.add(id);
        parking.park(
                id,
                "admit",
                ParkingReasons.undecided(problem),
                () -> {
                    unmoved.remove(id);
                    queues.unpicked(queue, id);
                });
    }
}
