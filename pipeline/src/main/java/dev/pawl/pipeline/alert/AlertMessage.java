package dev.pawl.pipeline.alert;

import java.time.Instant;
import java.util.Set;

/// An alert as a channel delivers it.
///
/// All attempts and all channels have the same `id`, so that a receiver can drop repeats. `reached`
/// are the recipients that an earlier attempt of this channel has reached.
public record AlertMessage(String id, Instant at, Alert alert, Set<String> reached) {
    public AlertMessage {
        reached = Set.copyOf(reached);
    }
}
