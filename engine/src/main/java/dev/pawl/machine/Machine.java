package dev.pawl.machine;

import dev.pawl.run.MachineRef;
import dev.pawl.run.Payload;
import dev.pawl.run.RunId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A named, versioned, typed state machine: its [Definition] and the code of its steps.
///
/// Immutable and safe to share; built once, usually as a constant.
public final class Machine<I, O> {
    private final Definition definition;
    private final MachineRef ref;
    private final Types<I, O> types;
    private final Map<String, Body<I, O>> bodies;
    private final Map<String, Body<I, O>> recoveries;
    private final @Nullable Body<I, O> cleanup;
    private final List<Then<O, ?>> thens;

    Machine(MachineBuilder<I, O> builder, Definition definition) {
        this.definition = definition;
        this.ref = definition.ref();
        this.types = builder.types();
        this.bodies = Map.copyOf(builder.bodies());
        this.recoveries = Map.copyOf(builder.recoveries());
        this.cleanup = builder.cleanupBody();
        this.thens = List.copyOf(builder.thens());
    }

    /// Starts a machine that takes a request of type `I` and ends with a response of type `O`.
    public static <I, O> MachineBuilder<I, O> named(
            String name, Class<I> request, Class<O> response) {
        return new MachineBuilder<>(name, request, response);
    }

    /// Returns the name under which an event of this class is stored.
    public static String eventName(Class<?> type) {
        // A constant of an enum may have a class of its own.
        boolean body = type.isAnonymousClass() && Enum.class.isAssignableFrom(type);
        return body ? type.getSuperclass().getSimpleName() : type.getSimpleName();
    }

    /// Returns a start of this machine, to be given options and handed to the engine.
    public Start<I> start(I request) {
        return Start.of(this, request);
    }

    /// Returns a fork of a run of this machine: a copy that starts in `state`, to be given other
    /// data if wanted and handed to the engine's operators.
    public Fork<I, O> fork(RunId run, String state) {
        return new Fork<>(this, run, state, null, null, null);
    }

    public String name() {
        return definition.name();
    }

    public Definition definition() {
        return definition;
    }

    /// Returns name, version and fingerprint.
    public MachineRef ref() {
        return ref;
    }

    public Codec codec() {
        return types.codec();
    }

    public Class<I> requestType() {
        return types.request();
    }

    public Class<O> responseType() {
        return types.response();
    }

    /// Returns the body of a step.
    public Body<I, O> body(String state) {
        Body<I, O> body = bodies.get(state);
        if (body == null) {
            throw new IllegalArgumentException("%s has no step '%s'".formatted(ref(), state));
        }
        return body;
    }

    /// Returns the body that a step's recovery contract executes after a crash.
    public Optional<Body<I, O>> recovery(String state) {
        return Optional.ofNullable(recoveries.get(state));
    }

    /// Returns the body of the cleanup.
    public Optional<Body<I, O>> cleanup() {
        return Optional.ofNullable(cleanup);
    }

    /// Returns the starts that follow the completion of a run with this response, if it has one.
    public List<Start<?>> followers(@Nullable Payload response) {
        if (thens.isEmpty()) return List.of();
        boolean silent = responseType() == Void.class;
        if (response == null && !silent) {
            throw new IllegalStateException(
                    "%s completed without a response, and `then` needs one".formatted(ref()));
        }
        O result = response == null ? null : codec().decode(response, responseType());
        return thens.stream().<Start<?>>map(then -> then.start(result)).toList();
    }

    /// Returns the machine as a Mermaid `stateDiagram-v2`.
    public String mermaid() {
        return Printing.mermaid(definition);
    }

    /// Returns the machine's transitions as a Markdown table.
    public String transitionTable() {
        return Printing.transitions(definition);
    }

    /// Returns the machine's recovery contract as a Markdown table.
    public String contractTable() {
        return Printing.contract(definition);
    }

    @Override
    public String toString() {
        return ref().toString();
    }

    record Types<I, O>(Class<I> request, Class<O> response, Codec codec) {}

    record Then<O, J>(Machine<J, ?> machine, Function<O, J> request) {
        // Without a response O is Void, whose only value is null.
        @SuppressWarnings("NullAway")
        Start<J> start(@Nullable O response) {
            return machine.start(request.apply(response));
        }
    }
}
