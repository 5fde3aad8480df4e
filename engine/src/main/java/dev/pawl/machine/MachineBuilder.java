package dev.pawl.machine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Builds a machine from its states, in order. [#build] checks the definition and reports every
/// fault at once.
public final class MachineBuilder<I, O> {
    private final String name;
    private final Class<I> request;
    private final Class<O> response;
    private final List<State> states = new ArrayList<>();
    private final Map<String, Body<I, O>> bodies = new HashMap<>();
    private final Map<String, Body<I, O>> recoveries = new HashMap<>();
    private final List<Machine.Then<O, ?>> thens = new ArrayList<>();
    private final Map<String, String> moved = new HashMap<>();
    private final List<String> movedTwice = new ArrayList<>();
    private final Set<Class<?>> events = new LinkedHashSet<>();
    private final PresentationBuilder presentation = new PresentationBuilder();
    private Codec codec = JsonCodec.JSON;
    private int version = 1;
    private ChildPolicy children = ChildPolicy.CANCEL;
    private Merge merge = Merge.REPLACE;
    private Uniqueness uniqueness = Uniqueness.REJECT;
    private Definition.@Nullable Cleanup cleanup;
    private @Nullable Body<I, O> cleanupBody;

    MachineBuilder(String name, Class<I> request, Class<O> response) {
        this.name = name;
        this.request = request;
        this.response = response;
    }

    /// Sets the version. Default: 1. A new version is a new definition of the same machine.
    public MachineBuilder<I, O> version(int number) {
        version = number;
        return this;
    }

    /// Adds a step with the default policies.
    public MachineBuilder<I, O> step(String state, Body<I, O> body) {
        return step(state, body, options -> {});
    }

    /// Adds a step.
    public MachineBuilder<I, O> step(
            String state, Body<I, O> body, Consumer<StepOptions<I, O>> options) {
        StepOptions<I, O> step = new StepOptions<>(state, presentation);
        options.accept(step);
        states.add(step.state());
        bodies.put(state, required(body));
        Body<I, O> recovery = step.recoveryBody();
        if (recovery != null) recoveries.put(state, recovery);
        for (String former : step.formerNames()) moved(former, state);
        events.addAll(step.events());
        return this;
    }

    /// Adds a step with the default policies; [StateName] says how the constant names it.
    public MachineBuilder<I, O> step(Enum<?> state, Body<I, O> body) {
        return step(StateName.of(state), body);
    }

    /// Adds a step; [StateName] says how the constant names it.
    public MachineBuilder<I, O> step(
            Enum<?> state, Body<I, O> body, Consumer<StepOptions<I, O>> options) {
        return step(StateName.of(state), body, options);
    }

    /// Adds a state that waits for an event, a time or children.
    public MachineBuilder<I, O> await(String state, Consumer<WaitOptions> options) {
        WaitOptions wait = new WaitOptions(state, presentation);
        options.accept(wait);
        states.add(wait.state());
        for (String former : wait.formerNames()) moved(former, state);
        events.addAll(wait.events());
        return this;
    }

    /// Adds a state that waits for an event, a time or children.
    public MachineBuilder<I, O> await(Enum<?> state, Consumer<WaitOptions> options) {
        return await(StateName.of(state), options);
    }

    /// Adds an end state. Default: one called `complete`, after the last state.
    public MachineBuilder<I, O> end(String state) {
        states.add(new State.End(state));
        return this;
    }

    /// Adds an end state.
    public MachineBuilder<I, O> end(Enum<?> state) {
        return end(StateName.of(state));
    }

    /// Adds an end state, whose arrow to `[*]` diagrams show with this label.
    public MachineBuilder<I, O> end(String state, String label) {
        presentation.label(state, Definition.Edge.OUTSIDE, label);
        return end(state);
    }

    /// Adds an end state, whose arrow to `[*]` diagrams show with this label.
    public MachineBuilder<I, O> end(Enum<?> state, String label) {
        return end(StateName.of(state), label);
    }

    /// Sets the label of the arrow from `[*]` to the first state in diagrams.
    public MachineBuilder<I, O> labelled(String first, String text) {
        presentation.label(Definition.Edge.OUTSIDE, first, text);
        return this;
    }

    /// Sets the label of the arrow from `[*]` to the first state in diagrams.
    public MachineBuilder<I, O> labelled(Enum<?> first, String text) {
        return labelled(StateName.of(first), text);
    }

    /// Sets the body that is executed when a run ends without completing.
    public MachineBuilder<I, O> cleanup(Body<I, O> body) {
        return cleanup(body, options -> {});
    }

    /// Sets the body that is executed when a run ends without completing, and its policy.
    public MachineBuilder<I, O> cleanup(Body<I, O> body, Consumer<CleanupOptions> options) {
        CleanupOptions chosen = new CleanupOptions();
        options.accept(chosen);
        cleanup = chosen.cleanup();
        cleanupBody = required(body);
        return this;
    }

    private static <I, O> Body<I, O> required(Body<I, O> body) {
        return Objects.requireNonNull(body, "a body is expected, found null");
    }

    /// Starts a run of another machine when a run completes, in the same transaction, with a
    /// request made from its response.
    public <J> MachineBuilder<I, O> then(Machine<J, ?> machine, Function<O, J> requestOf) {
        thens.add(new Machine.Then<>(machine, requestOf));
        return this;
    }

    /// Sets what happens to live children when a run ends without completing. Default: `CANCEL`.
    public MachineBuilder<I, O> children(ChildPolicy policy) {
        children = policy;
        return this;
    }

    /// Sets how a step's response is combined with the response so far. Default: `REPLACE`.
    public MachineBuilder<I, O> merge(Merge policy) {
        merge = policy;
        return this;
    }

    /// Sets what a start does if a live run has the same key. Default: `REJECT`.
    public MachineBuilder<I, O> unique(Uniqueness policy) {
        uniqueness = policy;
        return this;
    }

    /// Sets how values are encoded. Default: JSON.
    public MachineBuilder<I, O> codec(Codec other) {
        codec = other;
        return this;
    }

    /// Declares that a state of an earlier version is gone; its runs continue in `target`.
    public MachineBuilder<I, O> removed(String formerState, String target) {
        moved(formerState, target);
        return this;
    }

    /// Declares that a state of an earlier version is gone; its runs continue in `target`.
    public MachineBuilder<I, O> removed(String formerState, Enum<?> target) {
        return removed(formerState, StateName.of(target));
    }

    /// Returns the machine. Throws [InvalidMachine] with every fault of its definition.
    public Machine<I, O> build() {
        List<State> all = new ArrayList<>(states);
        if (needsEnd()) all.add(new State.End(Definition.COMPLETE));
        List<String> then = new ArrayList<>();
        for (var each : thens) then.add(each.machine().name());
        var definition =
                new Definition(
                        name,
                        version,
                        all,
                        cleanup,
                        new Definition.Policies(children, merge, uniqueness),
                        moved,
                        then,
                        presentation.build());
        List<String> faults = new ArrayList<>(movedTwice);
        faults.addAll(DefinitionErrors.of(definition, recoveries.keySet()));
        faults.addAll(PresentationErrors.of(definition));
        unreadable("request", request, faults);
        unreadable("response", response, faults);
        for (Class<?> event : events) unreadable("event", event, faults);
        if (!faults.isEmpty()) throw new InvalidMachine(name, faults);
        return new Machine<>(this, definition);
    }

    /// A state that has a next state cannot be the last one, and every machine has an end.
    private boolean needsEnd() {
        if (states.isEmpty()) return true;
        return switch (states.getLast()) {
            case State.End _ -> false;
            case State.Step step when step.alwaysFails() ->
                    states.stream().noneMatch(State.End.class::isInstance);
            case State.Step _, State.Wait _ -> true;
        };
    }

    private void unreadable(String what, Class<?> type, List<String> faults) {
        codec.fault(type)
                .ifPresent(fault ->
                        faults.add(
                                "its %s %s can be written but not read: %s"
                                        .formatted(what, type.getSimpleName(), fault)));
    }

    private void moved(String former, String state) {
        String before = moved.put(former, state);
        if (before != null) {
            movedTwice.add(
                    "'%s' is the former name of '%s' and of '%s'".formatted(former, before, state));
        }
    }

    Machine.Types<I, O> types() {
        return new Machine.Types<>(request, response, codec);
    }

    Map<String, Body<I, O>> bodies() {
        return bodies;
    }

    Map<String, Body<I, O>> recoveries() {
        return recoveries;
    }

    List<Machine.Then<O, ?>> thens() {
        return thens;
    }

    @Nullable Body<I, O> cleanupBody() {
        return cleanupBody;
    }
}
