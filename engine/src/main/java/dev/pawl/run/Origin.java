package dev.pawl.run;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a run was started with; only the definition that it follows and its place in the line of
/// its key may change later.
///
/// `exclusive` says that it was started on the condition that no live run of its machine had its
/// key.
public record Origin(
        MachineRef machine,
        @Nullable String key,
        Payload request,
        Links links,
        @Nullable Lane lane,
        @Nullable String idempotency,
        Map<String, String> labels,
        boolean exclusive) {
    public Origin {
        labels = Map.copyOf(labels);
    }

    /// Makes an origin that shares its key.
    public Origin(
            MachineRef machine,
            @Nullable String key,
            Payload request,
            Links links,
            @Nullable Lane lane,
            @Nullable String idempotency,
            Map<String, String> labels) {
        this(machine, key, request, links, lane, idempotency, labels, false);
    }

    /// Returns the same origin under another definition.
    public Origin adoptedBy(MachineRef other) {
        return new Origin(other, key, request, links, lane, idempotency, labels, exclusive);
    }

    /// Returns the same origin, started on the condition that no live run had its key.
    public Origin exclusively() {
        return new Origin(machine, key, request, links, lane, idempotency, labels, true);
    }

    /// Returns the same origin with other relations.
    public Origin with(Links other) {
        return new Origin(machine, key, request, other, lane, idempotency, labels, exclusive);
    }
}
