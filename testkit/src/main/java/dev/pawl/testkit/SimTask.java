package dev.pawl.testkit;

import dev.pawl.engine.Host;
import dev.pawl.engine.Signal;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/// A body on a virtual thread that runs only while it holds the baton.
///
/// Only the holder of the baton, the driver or the running task, touches the fields, so the
/// handover orders all accesses; a thread that lost the baton reads `dead` alone.
final class SimTask implements Host.Task {
    /// The task that the current thread executes, whichever host it calls.
    static final ScopedValue<SimTask> SELF = ScopedValue.newInstance();

    private final SimWorld world;
    private final SimClock clock;
    private final String name;
    private final int number;
    private final Thread thread;
    private final Semaphore turn = new Semaphore(0);
    private State state = State.READY;
    private @Nullable Signal signal;
    private Instant until = Instant.MAX;
    private Instant over = Instant.MAX;
    private @Nullable Throwable failure;
    private boolean isStarted;
    private boolean isInterrupted;
    private boolean isUndying;
    private int refusals;
    private volatile boolean dead;

    SimTask(SimWorld world, SimClock clock, String name, int number, Runnable body) {
        this.world = world;
        this.clock = clock;
        this.name = name;
        this.number = number;
        this.thread = Thread.ofVirtual().name(name).unstarted(() -> live(body));
    }

    private void live(Runnable body) {
        turn.acquireUninterruptibly();
        try {
            ScopedValue.where(SELF, this).run(body);
        } catch (Throwable thrown) {
            failure = thrown;
        }
        world.ended(this);
    }

    /// Lets the task run; called by the driver.
    void takeTurn() {
        state = State.RUNNING;
        if (!isStarted) {
            isStarted = true;
            thread.start();
            if (isInterrupted) {
                thread.interrupt();
            }
        }
        turn.release();
    }

    /// Waits for the next turn; called by the task itself after it gave the baton back.
    void awaitTurn() {
        turn.acquireUninterruptibly();
    }

    @Override
    public void interrupt() {
        world.interrupt(this);
    }

    /// Waits for a signal on the host that this task belongs to; called by the task itself.
    void await(Signal awaited) throws InterruptedException {
        while (!world.await(clock, awaited, Instant.MAX)) {
            // Only a signal ends this wait; no time does.
        }
    }

    /// Interrupts the thread, so that the task's own code sees it too, as on a real host.
    void markInterrupted() {
        isInterrupted = true;
        if (isStarted) {
            thread.interrupt();
        }
    }

    void waitFor(Signal awaited, Instant instant) {
        state = State.WAITING;
        signal = awaited;
        until = instant;
        over = clock.timeOf(instant);
    }

    void ready() {
        state = State.READY;
        signal = null;
        until = Instant.MAX;
        over = Instant.MAX;
    }

    void end() {
        state = State.ENDED;
    }

    void doom() {
        dead = true;
    }

    /// Counts one more host call after death and returns how many there were.
    int refuse() {
        return ++refusals;
    }

    void refuseToDie() {
        isUndying = true;
    }

    SimWorld world() {
        return world;
    }

    SimClock clock() {
        return clock;
    }

    String name() {
        return name;
    }

    int number() {
        return number;
    }

    State state() {
        return state;
    }

    @Nullable Signal signal() {
        return signal;
    }

    /// Returns the instant of the host's clock that ends the wait.
    Instant until() {
        return until;
    }

    /// Returns the world's time that ends the wait even if the clock has jumped back.
    Instant over() {
        return over;
    }

    @Nullable Throwable failure() {
        return failure;
    }

    boolean isStarted() {
        return isStarted;
    }

    boolean isUndying() {
        return isUndying;
    }

    boolean isDead() {
        return dead;
    }

    /// Returns the stack of the task's thread, one frame a line.
    String stack() {
        return stack(thread);
    }

    static String stack(Thread thread) {
        StringBuilder lines = new StringBuilder();
        for (StackTraceElement frame : thread.getStackTrace()) {
            lines.append("\n      at ").append(frame);
        }
        return lines.toString();
    }

    /// Returns what the task does, and where, in a few words.
    String situation() {
        return switch (state) {
            case READY -> isStarted ? "is ready" : "is ready to start";
            case RUNNING -> "runs" + place();
            case ENDED -> "has ended";
            case WAITING ->
                    until.isBefore(SimClock.FAR)
                            ? "waits until %s or for a signal%s".formatted(until, place())
                            : "waits for a signal" + place();
        };
    }

    private String place() {
        return Arrays.stream(thread.getStackTrace())
                .filter(frame -> !isMachinery(frame.getClassName()))
                .findFirst()
                .map(frame -> " at " + frame)
                .orElse("");
    }

    private static boolean isMachinery(String type) {
        return type.startsWith("java.")
                || type.startsWith("jdk.")
                || type.equals(Host.class.getName())
                || type.equals(SimHost.class.getName())
                || type.equals(SimWorld.class.getName())
                || type.equals(SimTask.class.getName());
    }

    enum State {
        READY,
        RUNNING,
        WAITING,
        ENDED
    }
}
