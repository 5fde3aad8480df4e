package dev.pawl.controller;

import dev.pawl.controller.pace.WakeUps.Phase;
import dev.pawl.engine.Host;
import dev.pawl.engine.Signal;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The objects that wait for their evaluation, and the timers of the others. Thread-safe.
///
/// Tasks exist only while they have work: at most `workers` that evaluate, and one that waits for
/// the next timer. While `concurrency` objects are decided and acted on, no other is evaluated.
final class WakeLine {
    // Timers that were replaced are removed when they are the majority.
    private static final int TIMERS_PER_OBJECT = 2;
    private static final int TIMERS_MIN = 64;

    private final Host host;
    private final ControllerSettings settings;
    private final Consumer<ControlledObject> evaluating;
    private final String name;

    /// Guarded by this, as is all that follows and the fields of all objects.
    private final Map<ObjectKey, ControlledObject> objects = new HashMap<>();

    private final Deque<ControlledObject> line = new ArrayDeque<>();
    private final PriorityQueue<Timer> timers =
            new PriorityQueue<>(Comparator.comparing(Timer::at));
    private final Signal timersChanged = new Signal();
    private int workers;
    private int busy;
    private boolean hasTimerTask;
    private boolean isEarlier;
    private boolean isActive;

    WakeLine(
            String name,
            Host host,
            ControllerSettings settings,
            Consumer<ControlledObject> evaluating) {
        this.name = name;
        this.host = host;
        this.settings = settings;
        this.evaluating = evaluating;
    }

    /// Evaluates every known object, and from now on every object that is woken.
    void start() {
        synchronized (this) {
            isActive = true;
            for (ControlledObject object : objects.values()) {
                if (object.wakeUps.wake()) line.add(object);
            }
        }
        work();
    }

    /// Starts no further evaluation.
    void stop() {
        synchronized (this) {
            isActive = false;
        }
        host.raise(timersChanged);
    }

    void wake(ObjectKey key) {
        synchronized (this) {
            ControlledObject object = objects.computeIfAbsent(key, ControlledObject::new);
            if (!object.wakeUps.wake()) return;
            line.add(object);
        }
        work();
    }

    /// Takes over what is stored about an object: its run has changed.
    void changed(ObjectKey key, Run run, @Nullable ObjectContext stored) {
        synchronized (this) {
            if (run.status().isEnd()) {
                ended(key, run);
            } else {
                ControlledObject object = objects.computeIfAbsent(key, ControlledObject::new);
                object.run = run.id();
                object.stored = stored;
                object.isNotified = !run.data().inbox().isEmpty();
                if (isMoving(run)) occupy(object);
                else settle(object, run);
            }
        }
        work();
    }

    private void ended(ObjectKey key, Run run) {
        ControlledObject object = objects.get(key);
        if (object == null || !run.id().equals(object.run)) return;
        object.run = null;
        object.stored = null;
        object.timer = null;
        object.isNotified = false;
        vacate(object);
        if (object.wakeUps.settled(false)) line.add(object);
        forgetIfIdle(object);
    }

    private void settle(ControlledObject object, Run run) {
        vacate(object);
        // What was done may call for more; an evaluation in memory shows that.
        if (object.wakeUps.settled(run.status() == RunStatus.WAITING)) line.add(object);
        ObjectContext stored = object.stored;
        schedule(object, stored == null ? null : stored.nextWake());
    }

    private static boolean isMoving(Run run) {
        return switch (run.status()) {
            case WAITING, PAUSED, PARKED -> false;
            default -> !run.status().isEnd();
        };
    }

    private void occupy(ControlledObject object) {
        if (object.wakeUps.phase() != Phase.BUSY) {
            object.hasSlot = true;
            busy++;
        }
        object.wakeUps.busy();
    }

    private void vacate(ControlledObject object) {
        if (!object.hasSlot) return;
        object.hasSlot = false;
        busy--;
    }

    /// The object's action ignores its interruption: others must not wait for it.
    void stuck(ObjectKey key) {
        synchronized (this) {
            ControlledObject object = objects.get(key);
            if (object != null) vacate(object);
        }
        work();
    }

    /// An evaluation has found nothing to do until `next`.
    void quiet(ControlledObject object, @Nullable Instant next) {
        synchronized (this) {
            schedule(object, next);
            if (object.wakeUps.quiet()) line.add(object);
            else forgetIfIdle(object);
        }
        work();
    }

    /// An evaluation has found something to decide; returns whether the run must be notified.
    synchronized boolean decides(ControlledObject object) {
        // The run may have moved meanwhile, by a hold or after a restart.
        if (object.wakeUps.phase() != Phase.EVALUATING) return false;
        if (object.isNotified) {
            if (object.wakeUps.quiet()) line.add(object);
            return false;
        }
        occupy(object);
        return true;
    }

    /// Notifying the run has failed: the object is evaluated again at `next`.
    void undecided(ControlledObject object, Instant next) {
        synchronized (this) {
            vacate(object);
            if (object.wakeUps.settled(false) || object.wakeUps.quiet()) line.add(object);
            schedule(object, next);
        }
        work();
    }

    /// An object without a run that needs nothing is not remembered.
    private void forgetIfIdle(ControlledObject object) {
        boolean isUsed =
                object.run != null || object.timer != null || object.wakeUps.phase() != Phase.IDLE;
        if (!isUsed) objects.remove(object.key);
    }

    private void schedule(ControlledObject object, @Nullable Instant at) {
        if (at == null || at.equals(object.timer)) {
            if (at == null) object.timer = null;
            return;
        }
        object.timer = at;
        isEarlier |= timers.isEmpty() || at.isBefore(timers.element().at());
        timers.add(new Timer(at, object));
        if (timers.size() > TIMERS_PER_OBJECT * objects.size() + TIMERS_MIN) {
            timers.removeIf(timer -> !timer.at().equals(timer.object().timer));
        }
    }

    @Nullable ObjectContext stored(ControlledObject object) {
        synchronized (this) {
            return object.stored;
        }
    }

    @Nullable RunId run(ObjectKey key) {
        synchronized (this) {
            ControlledObject object = objects.get(key);
            return object == null ? null : object.run;
        }
    }

    synchronized int size() {
        return objects.size();
    }

    /// Starts the tasks that there is work for.
    private void work() {
        int more;
        boolean needsTimerTask;
        boolean wakesTimerTask;
        synchronized (this) {
            if (!isActive) return;
            int wanted = Math.min(settings.workers(), line.size());
            wanted = Math.min(wanted, settings.concurrency() - busy);
            more = Math.max(0, wanted - workers);
            workers += more;
            needsTimerTask = !hasTimerTask && !timers.isEmpty();
            hasTimerTask |= needsTimerTask;
            wakesTimerTask = isEarlier;
            isEarlier = false;
        }
        for (int i = 0; i < more; i++) host.start(name + "-worker", this::evaluateAll);
        if (needsTimerTask) host.start(name + "-timer", this::waitForTimers);
        else if (wakesTimerTask) host.raise(timersChanged);
    }

    private void evaluateAll() {
        while (true) {
            ControlledObject object = next();
            if (object == null) return;
            evaluating.accept(object);
        }
    }

    private synchronized @Nullable ControlledObject next() {
        while (isActive && busy < settings.concurrency()) {
            ControlledObject object = line.poll();
            if (object == null) break;
            if (object.wakeUps.take()) return object;
        }
        workers--;
        return null;
    }

    private void waitForTimers() {
        try {
            while (true) {
                Instant next = fire();
                work();
                if (next == null) return;
                var _ = host.await(timersChanged, next);
            }
        } catch (InterruptedException _) {
            synchronized (this) {
                hasTimerTask = false;
            }
        }
    }

    /// Wakes the objects whose time has come; returns the time of the next one.
    private synchronized @Nullable Instant fire() {
        Instant now = host.now();
        while (isActive && !timers.isEmpty()) {
            Timer timer = timers.element();
            boolean isReplaced = !timer.at().equals(timer.object().timer);
            if (!isReplaced && timer.at().isAfter(now)) return timer.at();
            timers.remove();
            if (isReplaced) continue;
            timer.object().timer = null;
            if (timer.object().wakeUps.wake()) line.add(timer.object());
        }
        hasTimerTask = false;
        return null;
    }

    private record Timer(Instant at, ControlledObject object) {}
}
