package dev.pawl.store.sqlite;

import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Everything that is durable in the journal but not yet in the tables: the commits that gather,
/// and those that are being written to the tables.
///
/// A run is found here from the moment its commit returns until the tables have it: it enters the
/// set being written before it leaves the set that gathers.
public final class Backlog {
    private static final int RUNS_MAX = 65_536;

    /// The gathering commits take at most about a quarter of the heap: in memory a commit is three
    /// times as large as its bytes, and the same amount may be on its way to the tables.
    private static final long BYTES_MAX = Runtime.getRuntime().maxMemory() / 24;

    private static final int RUNS_LARGE = 16_384;
    private static final long BYTES_LARGE = Math.min(32 << 20, BYTES_MAX / 2);

    private static final Pending NONE = new Pending();

    private volatile Pending gathering = new Pending();
    private volatile Pending writing = NONE;

    // Guarded by this: true while a group is being added, and after adding one failed halfway.
    private boolean torn;

    /// Adds the commits of the journal's group `n`.
    synchronized void add(List<EncodedCommit> group, long n) {
        torn = true;
        gathering.add(group, n);
        torn = false;
    }

    /// Returns the gathered commits, which are written next; the commits taken before must have
    /// been written.
    synchronized Pending take() {
        if (torn) throw new IllegalStateException("a group was added to the backlog only in part");
        // Created first: if there is no memory for it, nothing has changed.
        Pending next = new Pending();
        writing = gathering;
        gathering = next;
        return writing;
    }

    /// Returns the commits that were taken and are not written yet.
    Pending taken() {
        return writing;
    }

    /// Forgets the taken commits: the tables have them.
    void written() {
        writing = NONE;
    }

    boolean isEmpty() {
        return gathering.isEmpty() && writing.isEmpty();
    }

    /// Returns whether enough has gathered that the tables should be written soon.
    boolean isLarge() {
        return runs() >= RUNS_LARGE || bytes() >= BYTES_LARGE;
    }

    /// Returns whether so much has gathered that commits must wait until the tables are written.
    boolean isFull() {
        return runs() >= RUNS_MAX || bytes() >= BYTES_MAX;
    }

    private int runs() {
        return gathering.runs().size();
    }

    private long bytes() {
        return gathering.bytes();
    }

    /// Returns the newest value of a run that the tables lack.
    public @Nullable Run run(RunId id) {
        Run run = gathering.run(id);
        return run == null ? writing.run(id) : run;
    }

    /// Returns the newest run of a machine and key in the backlog that has not ended.
    public @Nullable Run live(String machine, String key) {
        Run newest = null;
        for (Pending pending : List.of(gathering, writing)) {
            for (RunId id : pending.withKey(machine, key)) {
                Run run = run(id);
                if (run == null || run.status().isEnd()) continue;
                if (newest == null || run.id().compareTo(newest.id()) > 0) newest = run;
            }
        }
        return newest;
    }

    /// Returns the run of a machine with this idempotency key.
    public @Nullable Run startedWith(String machine, String idempotency) {
        for (Pending pending : List.of(gathering, writing)) {
            RunId id = pending.startedWith(machine, idempotency);
            Run run = id == null ? null : run(id);
            if (run != null) return run;
        }
        return null;
    }
}
