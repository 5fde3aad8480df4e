package dev.pawl.run;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a run was started with; only the definition that it follows and its place in the line of
/// its key may change later.
public record Origin(
        MachineRef machine,
        @Nullable String key,
        Payload request,
        Links links,
        @Nullable Lane lane,
        @Nullable String idempotency,
        Map<String, String> labels) {
    public Origin {
        labels = Map.copyOf(labels);
    }

    /// Returns the same origin under another definition.
    public Origin adoptedBy(MachineRef other) {
        return new Origin(other, key, request, links, lane, idempotency, labels);
    }

    /// Returns the same origin with other relations.
    public Origin with(Links other) {
        return new Origin(machine, key, request, other, lane, idempotency, labels);
    }
}
