package dev.pawl.engine;

import dev.pawl.machine.Codec;
import dev.pawl.machine.JsonCodec;
import dev.pawl.machine.Machine;
import dev.pawl.run.Mail;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.util.Objects;

/// Brings events from outside to runs.
final class Post {
    private final Kernel kernel;
    private final Registry registry;
    private final Cells cells;
    private final Runs runs;

    Post(Parts parts, Runs runs) {
        this.kernel = parts.kernel();
        this.registry = parts.registry();
        this.cells = parts.cells();
        this.runs = runs;
    }

    Mail mail(RunId to, Object event) {
        Objects.requireNonNull(event, "an event is expected, found null");
        Codec codec = registry.find(machine(to)).<Codec>map(Machine::codec).orElse(JsonCodec.JSON);
        return mail(to, Machine.eventName(event.getClass()), codec.encode(event));
    }

    Mail mail(RunId to, String event, Payload body) {
        kernel.requireOpen();
        Starts.check("event " + event, body);
        return new Mail(kernel.ids.next(), to, Mail.Kind.EVENT, event, body, kernel.now());
    }

    /// Returns the machine of a run, which never changes: any value of the run says it.
    private String machine(RunId id) {
        Run known = cells.find(id).map(cell -> cell.run).orElse(null);
        if (known != null) return known.machine();
        return kernel.store
                .run(id)
                .orElseThrow(() -> new Refused.UnknownRun(id.toString()))
                .machine();
    }

    void send(Mail mail) {
        Decision decision = received(mail);
        if (!decision.changes()) {
            throw new Refused.Ended(
                    "run %s has ended as %s and takes no events"
                            .formatted(mail.to(), decision.run().status()));
        }
    }

    /// A run may move to another definition of its machine, so an event that one of them accepts is
    /// kept; only an event that none accepts is refused.
    private Decision received(Mail mail) {
        try {
            return runs.apply(mail.to(), new Input.Received(mail, false), Additions.ASKED);
        } catch (Refused.UnknownEvent e) {
            if (!isKnown(e.machine(), mail.name())) throw e;
            return runs.apply(mail.to(), new Input.Received(mail, true), Additions.ASKED);
        }
    }

    private boolean isKnown(String machine, String event) {
        if (registry.accepts(machine, event)) return true;
        // Another node may have brought a definition since this one last looked.
        if (kernel.node.isShared()) registry.learn(Stored.all(kernel.store));
        return registry.accepts(machine, event);
    }

    void offer(Mail mail) {
        runs.apply(mail.to(), new Input.Offered(mail), Additions.ASKED);
    }
}
