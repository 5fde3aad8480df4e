package dev.pawl.store;

import dev.pawl.machine.Writing;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A commit that is to become durable, with the SQL of steps that goes along, and the thread that
/// waits for it.
final class Job extends Awaited {
    final EncodedCommit commit;
    final List<Writing> writings;

    /// The job that arrived before this one, while it is in the list of arrivals.
    @Nullable Job earlier;

    /// The job that is served after this one, while it waits.
    @Nullable Job later;

    Job(EncodedCommit commit, List<Writing> writings) {
        this.commit = commit;
        this.writings = writings;
    }
}
