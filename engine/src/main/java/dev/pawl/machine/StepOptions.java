package dev.pawl.machine;

import dev.pawl.machine.json.SealedTypes;
import dev.pawl.run.Transitions;
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
    private Recovery recovery = Recovery.repeatBody();
    private @Nullable Body<I, O> recoveryBody;
    private @Nullable Duration timeout;
    private State.@Nullable Permits permits;
    private final String name;
    private final PresentationBuilder presentation;
    private boolean finishes;
    private boolean alwaysFails;

    StepOptions(String name, PresentationBuilder presentation) {
        this.name = name;
        this.presentation = presentation;
    }

    /// Sets the retry policy. Default: [Retry#ofDefaults].
    public StepOptions<I, O> retry(Retry policy) {
        retry = policy;
        return this;
    }

    /// Sets the time limit of an attempt, after which it is interrupted and counts as failed.
    public StepOptions<I, O> timeout(Duration perAttempt) {
        timeout = perAttempt;
        return this;
    }

    /// Declares that the step may complete the run early.
    public StepOptions<I, O> finishes() {
        finishes = true;
        return this;
    }

    /// Declares that the step never continues: its body fails or aborts the run, or throws. It has
    /// no other transitions, and no state needs to follow it.
    public StepOptions<I, O> alwaysFails() {
        alwaysFails = true;
        return this;
    }

    /// Declares that the step may go to a later state.
    public StepOptions<I, O> goesTo(String state) {
        jumps.add(new State.Jump(state, State.Jump.UNSPECIFIED));
        return this;
    }

    /// Declares that the step may go to a later state.
    public StepOptions<I, O> goesTo(Enum<?> state) {
        return goesTo(StateName.of(state));
    }

    /// Declares that the step may go to a state, at most `timesMax` times in a run. Other
    /// transitions into that state do not count.
    public StepOptions<I, O> goesTo(String state, int timesMax) {
        if (timesMax < 1) {
            throw new IllegalArgumentException(
                    "expected a limit of 1 or more times for goesTo, found " + timesMax);
        }
        jumps.add(new State.Jump(state, timesMax));
        return this;
    }

    /// Declares that the step may go to a state, at most `timesMax` times in a run.
    public StepOptions<I, O> goesTo(Enum<?> state, int timesMax) {
        return goesTo(StateName.of(state), timesMax);
    }

    /// Declares that the step may go to a state any number of times, forward or back.
    public StepOptions<I, O> loopsTo(String state) {
        jumps.add(new State.Jump(state, State.Jump.UNBOUNDED));
        return this;
    }

    /// Declares that the step may go to a state any number of times, forward or back.
    public StepOptions<I, O> loopsTo(Enum<?> state) {
        return loopsTo(StateName.of(state));
    }

    /// Declares that an event stops the step's body and leads to `target`. A sealed type stands for
    /// every event that it permits.
    public StepOptions<I, O> interruptedBy(Class<?> event, String target) {
        for (Class<?> leaf : SealedTypes.leaves(event)) {
            interrupts.add(new State.Trigger(Machine.eventName(leaf), target));
        }
        events.add(event);
        return this;
    }

    /// Declares that an event stops the step's body and leads to `target`.
    public StepOptions<I, O> interruptedBy(Class<?> event, Enum<?> target) {
        return interruptedBy(event, StateName.of(target));
    }

    /// Declares that each attempt of the step holds `count` permits of a pool.
    public StepOptions<I, O> permits(String pool, int count) {
        if (count < 1)
            throw new IllegalArgumentException("expected 1 or more permits, found " + count);
        permits = new State.Permits(pool, count);
        return this;
    }

    /// Sets a recovery contract without a recovery body. Default: [Recovery#repeatBody].
    public StepOptions<I, O> recovery(Recovery contract) {
        recovery = contract;
        return this;
    }

    /// Sets a recovery contract and the recovery body that is executed first after a crash.
    public StepOptions<I, O> recovery(Recovery contract, Body<I, O> body) {
        recovery = contract;
        recoveryBody = body;
        return this;
    }

    /// Declares the name that this state had in an earlier version.
    public StepOptions<I, O> formerly(String state) {
        formerNames.add(state);
        return this;
    }

    /// Draws the step as a choice.
    public StepOptions<I, O> choice() {
        presentation.choice(name);
        return this;
    }

    /// Draws every transition to `target` with this label; the target of a step that always fails
    /// is `[*]`.
    public StepOptions<I, O> labelled(String target, String text) {
        presentation.label(name, target, text);
        return this;
    }

    /// Draws every transition to `target` with this label.
    public StepOptions<I, O> labelled(Enum<?> target, String text) {
        return labelled(StateName.of(target), text);
    }

    /// Draws a lifecycle inside the step, which the step's body follows.
    public StepOptions<I, O> contains(Transitions<?, ?> table) {
        presentation.contain(name, table);
        return this;
    }

    State.Step state() {
        List<State.Jump> all = new ArrayList<>(jumps);
        if (alwaysFails) all.add(State.Jump.FAILURE);
        return new State.Step(name, retry, timeout, recovery, all, interrupts, permits, finishes);
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
