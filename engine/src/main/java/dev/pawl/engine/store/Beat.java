package dev.pawl.engine.store;

import dev.pawl.run.RunId;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/// What a node learns when it extends its lease.
///
/// `now` is the store's clock. `claimable` says that there are runs or mail which [Cluster#claim]
/// or [Cluster#claimMail] would bring. `called` are the runs in flight of this node that another
/// one has changed since this one wrote them, `queues` those in which somebody waits. `settings`
/// grows whenever a machine, queue, pool, schedule or retention changes.
public record Beat(
        Instant now,
        List<Member> members,
        boolean claimable,
        Set<RunId> called,
        Set<String> queues,
        long settings) {
    public Beat {
        members = List.copyOf(members);
        called = Set.copyOf(called);
        queues = Set.copyOf(queues);
    }
}
