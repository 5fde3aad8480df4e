package dev.pawl.testkit;

import dev.pawl.engine.Host;
import dev.pawl.engine.Signal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// A host in virtual time that runs one task at a time, the next one drawn from a seed.
///
/// A task runs until it calls the host: [#await] and [#pause()] always let others go first, and
/// [#start], [#raise] and [Task#interrupt] sometimes do. When no task is ready, time jumps to the
/// end of the earliest wait. The same seed gives the same turns if tasks share nothing but this
/// host with the world. A task must not block on anything else, nor hold a lock across a call to
/// the host: a watchdog names the task that does.
///
/// Any thread may start tasks; they run only while the test is in [#run], [#runUntil], [#runFor],
/// [#advance] or [#call].
public final class SimHost implements Host {
    private static final Instant START = Instant.parse("2025-01-01T00:00:00Z");
    private static final SimWorld.Bounds BOUNDS =
            new SimWorld.Bounds(
                    Duration.ofSeconds(Long.getLong("pawl.watchdog.seconds", 10)), 5_000_000);

    private final SimWorld world;
    private final SimClock clock;
    private final String prefix;
    private final RandomGenerator random;

    /// Creates a host whose clock starts with the year 2025; `-Dpawl.seed` overrides the seed.
    public SimHost(long seed) {
        this(seed, START);
    }

    /// Creates a host whose clock starts at `start`; `-Dpawl.seed` overrides the seed.
    public SimHost(long seed, Instant start) {
        this(new SimWorld(Seeds.or(seed), start, BOUNDS), Duration.ZERO, "");
    }

    private SimHost(SimWorld world, Duration offset, String prefix) {
        this.world = world;
        this.clock = world.schedule().clock(offset);
        this.prefix = prefix;
        this.random = world.randomness();
    }

    /// Creates a host that gives up sooner.
    static SimHost bounded(long seed, SimWorld.Bounds bounds) {
        return new SimHost(new SimWorld(Seeds.or(seed), START, bounds), Duration.ZERO, "");
    }

    /// Returns another host that shares time and turns with this one and has its own clock. Two
    /// nodes are two peers, and either may crash without the other.
    public SimHost peer(String name) {
        requireAlive();
        return new SimHost(world, clock.offset(), name + "/");
    }

    /// Returns the seed that decides the turns.
    public long seed() {
        return world.seed();
    }

    /// Returns the names of the tasks that have not ended.
    public List<String> tasks() {
        requireAlive();
        return world.schedule().tasks().stream().filter(this::isOurs).map(SimTask::name).toList();
    }

    @Override
    public Instant now() {
        requireAlive();
        return clock.at(world.schedule().time());
    }

    @Override
    public RandomGenerator random() {
        requireAlive();
        return random;
    }

    @Override
    public Task start(String name, Runnable body) {
        return world.start(clock, prefix + name, body);
    }

    @Override
    public boolean await(Signal signal, Instant until) throws InterruptedException {
        return world.await(clock, signal, until);
    }

    @Override
    public void raise(Signal signal) {
        world.raise(signal);
    }

    /// Lets other tasks go first: a store in a test calls it where a real one would take time. Does
    /// nothing when called from outside a task.
    public void pause() {
        SimTask self = world.caller();
        if (self != null) {
            world.pass(self);
        }
    }

    /// Takes `time` of virtual time without interruption, however the clock jumps: a later wait
    /// sees an interrupt. Does nothing when called from outside a task.
    public void pause(Duration time) {
        if (world.caller() == null) {
            return;
        }
        Instant end = world.schedule().time().plus(time);
        boolean isInterrupted = Thread.interrupted();
        while (world.schedule().time().isBefore(end)) {
            try {
                await(new Signal(), clock.at(end));
            } catch (InterruptedException e) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// Runs until every task has ended; fails if the remaining ones can only wait for each other.
    public void run() {
        world.requireOutside("run");
        if (!world.drive(world.schedule()::isEmpty, SimClock.FAR)) {
            throw world.deadlock("every task must end");
        }
    }

    /// Runs until `condition` holds, which is checked between turns; fails if it never can.
    public void runUntil(BooleanSupplier condition) {
        world.requireOutside("runUntil");
        if (!world.drive(condition, SimClock.FAR)) {
            throw world.deadlock("a condition must hold");
        }
    }

    /// Runs until `condition` holds, for at most `time`; returns whether it holds.
    public boolean runUntil(BooleanSupplier condition, Duration time) {
        world.requireOutside("runUntil");
        requireForward(time);
        return world.drive(condition, world.schedule().time().plus(time));
    }

    /// Runs everything that is due in the next `time`, each at its instant, and leaves the clock at
    /// the end of it. Tasks that wait longer, or for a signal, keep waiting.
    public void runFor(Duration time) {
        world.requireOutside("runFor");
        requireForward(time);
        boolean done = world.drive(() -> false, world.schedule().time().plus(time));
        assert !done;
    }

    /// Moves the clock by `time` at once, as if the machine had been suspended, then runs what is
    /// due: waits that should have ended earlier end late, and together.
    public void advance(Duration time) {
        world.requireOutside("advance");
        requireForward(time);
        world.schedule().leap(time);
        runFor(Duration.ZERO);
    }

    /// Runs `body` as a task, and the others with it, until it ends; returns what it returned or
    /// throws what it threw.
    public <T extends @Nullable Object, X extends Exception> T call(Body<T, X> body) throws X {
        world.requireOutside("call");
        AtomicReference<@Nullable Result<T, X>> answer = new AtomicReference<>();
        SimTask task = world.start(clock, prefix + "call", () -> answer.set(result(body)));
        boolean ended = world.drive(() -> task.state() == SimTask.State.ENDED, SimClock.FAR);
        if (!ended) {
            throw world.deadlock("a call must end");
        }
        return switch (answer.get()) {
            case null -> throw new Crashed(task.name(), seed());
            case Result.Returned<T, X>(T value) -> value;
            case Result.Threw<T, X>(X thrown) -> throw thrown;
            case Result.Failed<T, X>(AssertionError failed) -> throw failed;
        };
    }

    /// Runs `action` as a task, and the others with it, until it ends; throws what it threw.
    public <X extends Exception> void call(Action<X> action) throws X {
        Body<@Nullable Void, X> body =
                () -> {
                    action.run();
                    return null;
                };
        call(body);
    }

    @SuppressWarnings("unchecked") // what is not an X is an unchecked exception
    private static <T extends @Nullable Object, X extends Exception> Result<T, X> result(
            Body<T, X> body) {
        try {
            return new Result.Returned<>(body.run());
        } catch (Exception thrown) {
            return new Result.Threw<>((X) thrown);
        } catch (AssertionError failed) {
            return new Result.Failed<>(failed);
        }
    }

    /// Moves this host's clock, forwards or backwards: forwards it ends the waits whose instants it
    /// passes, backwards it does not prolong any.
    public void clockJump(Duration by) {
        requireAlive();
        clock.jump(by);
    }

    /// Stops every task of this host for `time`, as SIGSTOP stops a process, while its clock
    /// continues. A task of this host that calls this stops at its next call.
    public void suspend(Duration time) {
        requireAlive();
        requireForward(time);
        world.schedule().stop(clock, time);
    }

    /// Kills every task of this host: a [Crashed] unwinds it where it waits, or at its next call to
    /// the host and at every later one. When this returns, nothing of the process is left and a new
    /// one may start; a task of this host that calls this is unwound itself.
    public void crash() {
        SimTask self = world.caller();
        world.doom(clock);
        if (self == null) {
            world.bury();
        } else if (self.isDead()) {
            throw new Crashed(self.name(), seed());
        } else {
            world.pass(self);
        }
    }

    /// Sets the script that bodies ask for their outcomes.
    void follow(Script script) {
        world.follow(script);
    }

    private boolean isOurs(SimTask task) {
        return task.clock() == clock;
    }

    private void requireAlive() {
        SimTask ignored = world.caller();
        assert ignored == null || !ignored.isDead();
    }

    private static void requireForward(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException(
                    "expected a time of zero or more, found %s; clockJump moves a clock back"
                            .formatted(time));
        }
    }

    /// What [#call] runs for a value.
    public interface Body<T extends @Nullable Object, X extends Exception> {

        /// Returns the value of the call.
        T run() throws X;
    }

    /// What [#call] runs for its effect.
    public interface Action<X extends Exception> {

        /// Does it.
        void run() throws X;
    }

    /// Unwinds a task of a host that crashed. Like the power cut it stands for, it cannot be
    /// handled: do not catch it.
    public static final class Crashed extends Error {
        private static final long serialVersionUID = 1;

        Crashed(String task, long seed) {
            super(
                    "the host of task %s crashed (seed %d)".formatted(task, seed),
                    null,
                    false,
                    false);
        }
    }

    private sealed interface Result<T extends @Nullable Object, X extends Exception> {
        record Returned<T extends @Nullable Object, X extends Exception>(T value)
                implements Result<T, X> {}

        record Threw<T extends @Nullable Object, X extends Exception>(X thrown)
                implements Result<T, X> {}

        record Failed<T extends @Nullable Object, X extends Exception>(AssertionError failure)
                implements Result<T, X> {}
    }
}
