package dev.pawl.testkit;

import dev.pawl.engine.Signal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The time, the tasks and the turns that simulated hosts share.
final class SimWorld {
    // There is one baton. The driver hands it to a task, and the task hands it back when it waits,
    // pauses or ends. A task that is not running is parked on its own semaphore, so nothing here
    // needs a lock: the thread that holds the baton owns every field.
    //
    // The driver is a virtual thread too, because a handover between two of them costs a tenth of
    // one to the test's own thread. The test's thread is the watchdog: a turn that does not end in
    // time means a task that waits for something the host cannot see.

    /// The host calls that a dead task may make while it unwinds: more means that it caught
    /// [SimHost.Crashed].
    private static final int REFUSALS_MAX = 1_000;

    /// How often the watchdog checks a turn before it gives up.
    private static final int LOOKS = 10;

    /// How many turns a failure lists.
    private static final int RECENT_MAX = 16;

    private final long seed;
    private final Bounds bounds;
    private final SplittableRandom order;
    private final SimSchedule schedule;
    private final Semaphore baton = new Semaphore(0);
    private final AtomicLong turns = new AtomicLong();
    private final Deque<String> recent = new ArrayDeque<>();
    private boolean isDriven;
    private boolean hasDead;
    private volatile @Nullable Failure broken;
    private volatile @Nullable SimTask running;
    private @Nullable Script script;

    SimWorld(long seed, Instant start, Bounds bounds) {
        this.seed = seed;
        this.bounds = bounds;
        this.order = new SplittableRandom(seed);
        this.schedule = new SimSchedule(start);
    }

    long seed() {
        return seed;
    }

    SimSchedule schedule() {
        return schedule;
    }

    void follow(Script followed) {
        script = followed;
    }

    @Nullable Script script() {
        return script;
    }

    SplittableRandom randomness() {
        return order.split();
    }

    /// Returns the calling task, or null if the caller is no task; unwinds a dead one right here.
    @Nullable SimTask caller() {
        SimTask self = SimTask.SELF.isBound() ? SimTask.SELF.get() : null;
        if (self != null && self.world() == this) {
            if (self.isDead()) {
                throw unwound(self);
            }
            return self;
        }
        SimTask now = running;
        if (now != null) {
            throw new IllegalStateException(
                    "a host is called by its running task, or from outside while none runs, but"
                            + " thread '%s' called while task %s ran (seed %d)"
                                    .formatted(Thread.currentThread().getName(), now.name(), seed));
        }
        return null;
    }

    /// Checks that the caller is no task.
    void requireOutside(String verb) {
        SimTask self = caller();
        if (self != null) {
            throw new IllegalStateException(
                    "only the test may call %s, but task %s called it (seed %d)"
                            .formatted(verb, self.name(), seed));
        }
    }

    SimTask start(SimClock clock, String name, Runnable body) {
        SimTask self = caller();
        SimTask task = new SimTask(this, clock, name, schedule.nextNumber(), body);
        schedule.add(task);
        mayPass(self);
        return task;
    }

    boolean await(SimClock clock, Signal signal, Instant until) throws InterruptedException {
        SimTask self = caller();
        if (self == null) {
            throw new IllegalStateException(
                    "only a task can wait, but thread '%s' is none: use SimHost.call (seed %d)"
                            .formatted(Thread.currentThread().getName(), seed));
        }
        if (self.clock() != clock) {
            throw new IllegalStateException(
                    "task %s must wait on its own host, but waits on another (seed %d)"
                            .formatted(self.name(), seed));
        }
        boolean isOver =
                signal.isRaised()
                        || Thread.currentThread().isInterrupted()
                        || !until.isAfter(clock.at(schedule.time()));
        if (isOver) {
            pass(self);
        } else {
            schedule.park(self, signal, until);
            handBack(self);
        }
        if (Thread.interrupted()) {
            throw new InterruptedException("task " + self.name() + " was interrupted");
        }
        boolean raised = signal.isRaised();
        signal.set(false);
        return raised;
    }

    void raise(Signal signal) {
        SimTask self = caller();
        signal.set(true);
        schedule.wakeWaiter(signal);
        mayPass(self);
    }

    void interrupt(SimTask task) {
        SimTask self = caller();
        if (task.state() == SimTask.State.ENDED) {
            return;
        }
        task.markInterrupted();
        if (task.state() == SimTask.State.WAITING) {
            schedule.wake(task);
        }
        mayPass(self);
    }

    /// Lets any ready task continue in place of the caller, or the caller itself.
    void pass(SimTask self) {
        schedule.ready(self);
        handBack(self);
    }

    /// Passes with the odds of a fair draw: real threads are preempted after a raise only
    /// sometimes.
    private void mayPass(@Nullable SimTask self) {
        if (self != null && order.nextInt(schedule.readyCount() + 1) != 0) {
            pass(self);
        }
    }

    private void handBack(SimTask self) {
        baton.release();
        self.awaitTurn();
        if (self.isDead()) {
            throw unwound(self);
        }
    }

    private SimHost.Crashed unwound(SimTask self) {
        if (self.refuse() > REFUSALS_MAX) {
            self.refuseToDie();
            ended(self);
            // A thread cannot be killed: this one sleeps forever, and nothing refers to it.
            new Semaphore(0).acquireUninterruptibly();
        }
        return new SimHost.Crashed(self.name(), seed);
    }

    /// Marks a task as ended and gives its baton back; called on its thread.
    void ended(SimTask task) {
        task.end();
        baton.release();
    }

    /// Marks every task of a host as dead; [#reap] then unwinds them.
    void doom(SimClock clock) {
        for (SimTask task : schedule.tasks()) {
            if (task.clock() == clock) {
                task.doom();
                hasDead = true;
            }
        }
    }

    /// Unwinds the dead tasks for a caller that is no task.
    void bury() {
        if (isDriven) {
            reap();
        } else if (broken == null) {
            boolean done = drive(() -> true, SimClock.FAR);
            assert done;
        }
    }

    /// Gives every dead task a turn to unwind.
    private void reap() {
        if (!hasDead) {
            return;
        }
        hasDead = false;
        for (SimTask task : schedule.tasks()) {
            if (task.isDead()) {
                schedule.forget(task);
                if (task.isStarted()) {
                    turn(task);
                } else {
                    schedule.end(task);
                }
            }
        }
    }

    /// Lets tasks take turns until `done`, or until nothing more happens before `horizon`; returns
    /// whether it was done.
    boolean drive(BooleanSupplier done, Instant horizon) {
        if (broken != null) {
            throw new AssertionError("the host is broken: " + broken.getMessage(), broken);
        }
        if (isDriven) {
            throw new IllegalStateException("the host is already being driven, seed " + seed);
        }
        isDriven = true;
        try {
            FutureTask<Boolean> driving = new FutureTask<>(() -> takeTurns(done, horizon));
            Thread driver = Thread.ofVirtual().name("driver").start(driving);
            return watch(driving, driver);
        } finally {
            isDriven = false;
        }
    }

    private boolean watch(FutureTask<Boolean> driving, Thread driver) {
        long seen = -1;
        for (int looks = 0; looks < LOOKS; looks++) {
            try {
                return driving.get(bounds.patience().toMillis() / LOOKS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                long turn = turns.get();
                looks = turn == seen ? looks : -1;
                seen = turn;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw breakDown("the test was interrupted");
            } catch (ExecutionException e) {
                throw rethrown(e);
            }
        }
        SimTask task = running;
        throw breakDown(
                task == null
                        ? "a condition blocks:" + SimTask.stack(driver)
                        : "task %s kept its turn for %s: it blocks on something that the host does"
                                        .formatted(task.name(), bounds.patience())
                                + " not know, or never waits"
                                + task.stack());
    }

    private static AssertionError rethrown(ExecutionException e) {
        switch (e.getCause()) {
            // A stack trace that ends in the test is more useful than one that ends in the driver.
            case Failure failure -> throw (Failure) failure.fillInStackTrace();
            case RuntimeException thrown -> throw thrown;
            case Error thrown -> throw thrown;
            case null, default -> throw new AssertionError(e);
        }
    }

    private boolean takeTurns(BooleanSupplier done, Instant horizon) {
        for (int taken = 0; taken < bounds.turnsMax(); taken++) {
            reap();
            if (done.getAsBoolean()) {
                return true;
            }
            schedule.wakeDue();
            if (schedule.readyCount() > 0) {
                turn(schedule.draw(order));
            } else if (!schedule.leapToNextWake(horizon)) {
                return false;
            }
        }
        throw failure("no end after %,d turns:%s".formatted(bounds.turnsMax(), situations()), null);
    }

    private void turn(SimTask task) {
        if (recent.size() == RECENT_MAX) {
            recent.removeFirst();
        }
        recent.addLast(task.name());
        turns.incrementAndGet();
        running = task;
        task.takeTurn();
        baton.acquireUninterruptibly();
        if (broken != null) {
            throw broken;
        }
        running = null;
        if (task.state() == SimTask.State.ENDED) {
            schedule.end(task);
            check(task);
        }
    }

    private void check(SimTask task) {
        Throwable thrown = task.failure();
        if (task.isUndying()) {
            throw failure(
                    "the host crashed, but task %s catches SimHost.Crashed and continues: catch"
                                    .formatted(task.name())
                            + " Exception there, not Throwable"
                            + task.stack(),
                    null);
        }
        // A dying task may throw while it unwinds, for example because a resource is closed.
        if (thrown != null && !task.isDead()) {
            throw failure("task %s died of %s".formatted(task.name(), thrown), thrown);
        }
    }

    private Failure breakDown(String what) {
        schedule.tasks().forEach(SimTask::doom);
        Failure failure = failure(what + "\n  all tasks:" + situations(), null);
        running = null;
        broken = failure;
        return failure;
    }

    /// Returns the failure to throw when `what` was expected and nothing more can happen.
    Failure deadlock(String what) {
        return failure(
                "%s, but no task is ready and none waits for a time:%s"
                        .formatted(what, situations()),
                null);
    }

    private Failure failure(String what, @Nullable Throwable cause) {
        return new Failure(
                "seed %d at %s: %s\n  last turns: %s\n  replay with -Dpawl.seed=%d"
                        .formatted(seed, schedule.time(), what, String.join(" ", recent), seed),
                cause);
    }

    private String situations() {
        return schedule.isEmpty()
                ? " no task is left"
                : schedule.tasks().stream()
                        .map(task -> "\n  task %s %s".formatted(task.name(), task.situation()))
                        .collect(Collectors.joining());
    }

    /// How long a task may keep its turn in real time, and how many turns a run may take: more mean
    /// that tasks loop.
    record Bounds(Duration patience, int turnsMax) {}

    /// A failure of the simulation; its message names the seed.
    static final class Failure extends AssertionError {
        private static final long serialVersionUID = 1;

        Failure(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }
}
