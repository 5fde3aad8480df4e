package dev.pawl.store.sqlite;

import dev.pawl.machine.Writing;
import dev.pawl.store.threads.CommitJob;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An encoded commit, with the SQL of its steps, that waits to become durable.
public final class JournalJob extends CommitJob {
    final EncodedCommit commit;
    final List<Writing> writings;

    /// The job that arrived before this one, while it is in the list of arrivals.
    @Nullable JournalJob earlier;

    /// The job that is served after this one, while it waits.
    @Nullable JournalJob later;

    public JournalJob(EncodedCommit commit, List<Writing> writings) {
        this.commit = commit;
        this.writings = writings;
    }
}
