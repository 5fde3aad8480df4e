package dev.pawl.run;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a run was started with. Later, only its definition and the run of the same key that it
/// queues behind can change.
///
/// `exclusive` means that the run was started on the condition that no live run of its machine has
/// its key.
public record Origin(
        MachineRef machine,
        @Nullable String key,
        Payload request,
        Links links,
        @Nullable QueuePlace queuePlace,
        @Nullable String idempotency,
        Map<String, String> labels,
        boolean exclusive) {
    public Origin {
        labels = Map.copyOf(labels);
    }

    /// Returns the origin of a run that has only a machine and a request.
    public static Origin of(MachineRef machine, Payload request) {
        return new Origin(machine, null, request, Links.NONE, null, null, Map.of());
    }

    /// Creates an origin that is not exclusive.
    public Origin(
            MachineRef machine,
            @Nullable String key,
            Payload request,
            Links links,
            @Nullable QueuePlace queuePlace,
            @Nullable String idempotency,
            Map<String, String> labels) {
        this(machine, key, request, links, queuePlace, idempotency, labels, false);
    }

    /// Returns this origin under another definition.
    public Origin adoptedBy(MachineRef other) {
        return new Origin(other, key, request, links, queuePlace, idempotency, labels, exclusive);
    }

    /// Returns this origin, exclusive.
    public Origin exclusively() {
        return new Origin(machine, key, request, links, queuePlace, idempotency, labels, true);
    }

    /// Returns this origin with another request.
    public Origin withRequest(Payload other) {
        return new Origin(machine, key, other, links, queuePlace, idempotency, labels, exclusive);
    }

    /// Returns this origin with other relations.
    public Origin with(Links other) {
        return new Origin(machine, key, request, other, queuePlace, idempotency, labels, exclusive);
    }
}
