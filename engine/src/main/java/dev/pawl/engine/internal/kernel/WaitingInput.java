package dev.pawl.engine.internal.kernel;

import dev.pawl.engine.internal.decision.Decision;
import dev.pawl.engine.internal.decision.Input;
import org.jspecify.annotations.Nullable;

/// An input that waits for the lock of its run, and the answer for its caller.
///
/// Nothing else becomes durable with it. The holder of the lock settles it and then wakes its
/// caller.
public final class WaitingInput {
    private final Input input;
    private final @Nullable RunningAttempt running;
    private boolean heldBack;
    private @Nullable Decision made;
    private @Nullable Throwable problem;

    /// The outcome of a body counts only if `running`, its attempt, is still the run's.
    public WaitingInput(Input input, @Nullable RunningAttempt running) {
        this.input = input;
        this.running = running;
    }

    public Input input() {
        return input;
    }

    public @Nullable RunningAttempt running() {
        return running;
    }

    /// Returns whether another caller may decide on it.
    public boolean isMessage() {
        return input instanceof Input.Arrived;
    }

    /// Returns whether it may be held back for an outcome: once, since outcome may follow outcome.
    public boolean holdBack() {
        boolean first = !heldBack;
        heldBack = true;
        return first;
    }

    public int bytes() {
        return input instanceof Input.Arrived arrived ? arrived.message().body().size() : 0;
    }

    public boolean isSettled() {
        return made != null || problem != null;
    }

    public void settle(Decision decision) {
        made = decision;
    }

    public void fail(Throwable cause) {
        problem = cause;
    }

    /// Returns what was decided, or throws what went wrong.
    public Decision answer() {
        switch (problem) {
            case null -> {}
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> throw new IllegalStateException(problem);
        }
        Decision decision = made;
        if (decision == null) throw new IllegalStateException(input + " was not decided on");
        return decision;
    }
}
