package dev.pawl.engine.store;

import dev.pawl.run.RunId;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/// What a node learns when it extends its lease.
///
/// `now` is the time of the store's clock. `claimable` means that [Cluster#claim] or
/// [Cluster#claimMessages] would return something. `changed` are this node's executing runs that
/// another node has changed since this node wrote them; `queues` are the queues with waiting runs.
/// `settings` grows whenever a machine, queue, pool, schedule or retention changes.
public record Heartbeat(
        Instant now,
        List<Member> members,
        boolean claimable,
        Set<RunId> changed,
        Set<String> queues,
        long settings) {
    public Heartbeat {
        members = List.copyOf(members);
        changed = Set.copyOf(changed);
        queues = Set.copyOf(queues);
    }
}
