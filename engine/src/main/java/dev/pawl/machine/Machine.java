package dev.pawl.machine;

import dev.pawl.run.MachineRef;
import dev.pawl.run.Payload;
import dev.pawl.run.ResponseDecoder;
import dev.pawl.run.RunId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A named, versioned, typed state machine: its [Definition] and the code of its steps.
///
/// A machine is immutable and can be shared between threads. Keep it in a constant.
public final class Machine<I, O> implements ResponseDecoder<O> {
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

    private Machine(Definition definition, Types<I, O> types) {
        this.definition = definition;
        this.ref = definition.ref();
        this.types = types;
        this.bodies = Map.of();
        this.recoveries = Map.of();
        this.cleanup = null;
        this.thens = List.of();
    }

    /// Returns a builder of a machine that takes a request of type `I` and gives a response of type
    /// `O`.
    public static <I, O> MachineBuilder<I, O> named(
            String name, Class<I> request, Class<O> response) {
        return new MachineBuilder<>(name, request, response);
    }

    /// Returns a machine that has a definition but no code, and takes encoded requests. An engine
    /// that is unattended can start runs of it; another one, which has the code, executes them.
    public static Machine<Payload, Payload> withoutCode(Definition definition) {
        return new Machine<>(
                definition, new Types<>(Payload.class, Payload.class, PayloadCodec.PAYLOADS));
    }

    /// Returns the name under which events of this class are stored.
    public static String eventName(Class<?> type) {
        // An enum constant with a body has its own anonymous class.
        boolean body = type.isAnonymousClass() && Enum.class.isAssignableFrom(type);
        return body ? type.getSuperclass().getSimpleName() : type.getSimpleName();
    }

    /// Returns a request to start a run; add options and pass it to the engine.
    public Start<I> start(I request) {
        return Start.of(this, request);
    }

    /// Returns a request to start a copy of a run of this machine in `state`; replace its data if
    /// needed and pass it to the engine's operators.
    public Fork<I, O> fork(RunId run, String state) {
        return new Fork<>(this, run, state, null, null, null);
    }

    /// Returns a request to start a copy of a run of this machine in `state`.
    public Fork<I, O> fork(RunId run, Enum<?> state) {
        return fork(run, StateName.of(state));
    }

    @Override
    public String name() {
        return definition.name();
    }

    public Definition definition() {
        return definition;
    }

    /// Returns whether this machine can be executed.
    public boolean hasCode() {
        return codec() != PayloadCodec.PAYLOADS;
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

    @Override
    public O decodeResponse(Payload response) {
        return codec().decode(response, responseType());
    }

    /// Returns the body of a step.
    public Body<I, O> body(String state) {
        Body<I, O> body = bodies.get(state);
        if (body == null) {
            throw new IllegalArgumentException("%s has no step '%s'".formatted(ref(), state));
        }
        return body;
    }

    /// Returns the recovery body of a step, if it has one.
    public Optional<Body<I, O>> recovery(String state) {
        return Optional.ofNullable(recoveries.get(state));
    }

    /// Returns the body of the cleanup, if there is one.
    public Optional<Body<I, O>> cleanup() {
        return Optional.ofNullable(cleanup);
    }

    /// Returns the runs to start when a run completes with this response.
    public List<Start<?>> followers(@Nullable Payload response) {
        if (thens.isEmpty()) return List.of();
        boolean isVoid = responseType() == Void.class;
        if (response == null && !isVoid) {
            throw new IllegalStateException(
                    "expected a response of %s for its `then`, found none".formatted(ref()));
        }
        O result = response == null ? null : decodeResponse(response);
        return thens.stream().<Start<?>>map(then -> then.start(result)).toList();
    }

    /// Returns the machine as a Mermaid `stateDiagram-v2`.
    public String mermaid() {
        return DefinitionPrinter.mermaid(definition);
    }

    /// Returns the machine's transitions as a Markdown table.
    public String transitionTable() {
        return DefinitionPrinter.transitions(definition);
    }

    /// Returns the machine's recovery contract as a Markdown table.
    public String contractTable() {
        return DefinitionPrinter.contract(definition);
    }

    @Override
    public String toString() {
        return ref().toString();
    }

    record Types<I, O>(Class<I> request, Class<O> response, Codec codec) {}

    record Then<O, J>(Machine<J, ?> machine, Function<O, J> request) {
        // If there is no response, O is Void, whose only value is null.
        @SuppressWarnings("NullAway")
        Start<J> start(@Nullable O response) {
            return machine.start(request.apply(response));
        }
    }
}
