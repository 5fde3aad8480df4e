package dev.pawl.engine.internal.loop;

import dev.pawl.engine.Refused;
import dev.pawl.engine.internal.decision.Decision;
import dev.pawl.engine.internal.decision.Input;
import dev.pawl.engine.internal.decision.PayloadSize;
import dev.pawl.engine.internal.kernel.EngineDocuments;
import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.engine.internal.kernel.LiveRuns;
import dev.pawl.engine.internal.kernel.Registry;
import dev.pawl.engine.internal.kernel.RunInputs;
import dev.pawl.machine.Codec;
import dev.pawl.machine.JsonCodec;
import dev.pawl.machine.Machine;
import dev.pawl.run.Message;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.util.Objects;

/// Brings events from outside to runs.
public final class Messages {
    private final Kernel kernel;
    private final Registry registry;
    private final LiveRuns liveRuns;
    private final RunInputs inputs;

    public Messages(EngineContext context, RunInputs inputs) {
        this.kernel = context.kernel();
        this.registry = context.registry();
        this.liveRuns = context.liveRuns();
        this.inputs = inputs;
    }

    public Message of(RunId to, Object event) {
        Objects.requireNonNull(event, "an event is expected, found null");
        Codec codec = registry.find(machine(to)).<Codec>map(Machine::codec).orElse(JsonCodec.JSON);
        return of(to, Machine.eventName(event.getClass()), codec.encode(event));
    }

    public Message of(RunId to, String event, Payload body) {
        kernel.requireOpen();
        PayloadSize.check("event " + event, body);
        return new Message(kernel.ids.next(), to, Message.Kind.EVENT, event, body, kernel.now());
    }

    /// Returns the machine of a run, which never changes: any value of the run says it.
    private String machine(RunId id) {
        Run known = liveRuns.find(id).map(live -> live.run).orElse(null);
        if (known != null) return known.machine();
        return kernel.store
                .run(id)
                .orElseThrow(() -> new Refused.UnknownRun(id.toString()))
                .machine();
    }

    public void send(Message message) {
        Decision decision = received(message);
        if (!decision.changes()) {
            throw new Refused.Ended(
                    "run %s has ended as %s and accepts no events"
                            .formatted(message.to(), decision.run().status()));
        }
    }

    /// A run may move to another definition of its machine, so an event that one of them accepts is
    /// kept; only an event that none accepts is refused.
    private Decision received(Message message) {
        try {
            return inputs.apply(message.to(), new Input.Received(message, false));
        } catch (Refused.UnknownEvent e) {
            if (!isKnown(e.machine(), message.name())) throw e;
            return inputs.apply(message.to(), new Input.Received(message, true));
        }
    }

    private boolean isKnown(String machine, String event) {
        if (registry.accepts(machine, event)) return true;
        // Another node may have brought a definition since this one last looked.
        registry.learn(EngineDocuments.all(kernel.store));
        return registry.accepts(machine, event);
    }

    public void offer(Message message) {
        inputs.apply(message.to(), new Input.Offered(message));
    }
}
