package dev.pawl.machine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The policies of a step, set in the lambda that declares it.
public final class StepOptions<I, O> {
    private final List<State.Jump> jumps = new ArrayList<>();
    private final List<State.Trigger> interrupts = new ArrayList<>();
    private final List<String> formerNames = new ArrayList<>();
    private final List<Class<?>> events = new ArrayList<>();
    private Retry retry = Retry.ofDefaults();
    private Recovery recovery = Recovery.retry();
    private @Nullable Body<I, O> recoveryBody;
    private @Nullable Duration timeout;
    private State.@Nullable Permits permits;
    private boolean finishes;

    StepOptions() {}

    /// Sets when a failed attempt is tried again.
    public StepOptions<I, O> retry(Retry policy) {
        retry = policy;
        return this;
    }

    /// Sets how long an attempt may take; then it is interrupted and counts as failed.
    public StepOptions<I, O> timeout(Duration perAttempt) {
        timeout = perAttempt;
        return this;
    }

    /// Declares that the step may complete the run early.
    public StepOptions<I, O> finishes() {
        finishes = true;
        return this;
    }

    /// Declares that the step may go to a later state.
    public StepOptions<I, O> goesTo(String state) {
        jumps.add(new State.Jump(state, State.Jump.UNSAID));
        return this;
    }

    /// Declares that the step may go to a state, at most `timesMax` times in a run. Other ways into
    /// that state do not count.
    public StepOptions<I, O> goesTo(String state, int timesMax) {
        if (timesMax < 1) {
            throw new IllegalArgumentException("a step goes there 1 time or more, not " + timesMax);
        }
        jumps.add(new State.Jump(state, timesMax));
        return this;
    }

    /// Declares that the step may go to a state any number of times, also back.
    public StepOptions<I, O> loopsTo(String state) {
        jumps.add(new State.Jump(state, State.Jump.UNBOUNDED));
        return this;
    }

    /// Declares that an event stops the step's body and leads to `target`; of a sealed type, every
    /// event that it permits.
    public StepOptions<I, O> interruptedBy(Class<?> event, String target) {
        for (Class<?> leaf : SealedTypes.leaves(event)) {
            interrupts.add(new State.Trigger(Machine.eventName(leaf), target));
        }
        events.add(event);
        return this;
    }

    /// Declares that the step holds `count` permits of a pool while a run is in it.
    public StepOptions<I, O> permits(String pool, int count) {
        if (count < 1) throw new IllegalArgumentException("permits are 1 or more, not " + count);
        permits = new State.Permits(pool, count);
        return this;
    }

    /// Sets the recovery contract: the body itself is executed again.
    public StepOptions<I, O> recovery(Recovery contract) {
        recovery = contract;
        return this;
    }

    /// Sets the recovery contract and the body that is executed first after a crash.
    public StepOptions<I, O> recovery(Recovery contract, Body<I, O> body) {
        recovery = contract;
        recoveryBody = body;
        return this;
    }

    /// Names what this state was called in an earlier version.
    public StepOptions<I, O> formerly(String state) {
        formerNames.add(state);
        return this;
    }

    State.Step state(String name) {
        return new State.Step(name, retry, timeout, recovery, jumps, interrupts, permits, finishes);
    }

    @Nullable Body<I, O> recoveryBody() {
        return recoveryBody;
    }

    List<Class<?>> events() {
        return events;
    }

    List<String> formerNames() {
        return formerNames;
    }
}
