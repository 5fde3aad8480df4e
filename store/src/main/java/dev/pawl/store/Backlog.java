package dev.pawl.store;

import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Everything that is durable in the journal and not yet in the tables: what gathers, and what is
/// being written to the tables.
///
/// A run is found here from the moment its commit returns until the tables have it: it goes from
/// what gathers to what is written before it leaves the former.
final class Backlog {
    private static final int RUNS_MAX = 65_536;

    /// What gathers takes at most about a quarter of the heap: in memory a commit is three times as
    /// large as its bytes, and as much may be on its way to the tables.
    private static final long BYTES_MAX = Runtime.getRuntime().maxMemory() / 24;

    private static final int RUNS_LARGE = 16_384;
    private static final long BYTES_LARGE = Math.min(32 << 20, BYTES_MAX / 2);

    private static final Pending NONE = new Pending();

    private volatile Pending gathering = new Pending();
    private volatile Pending writing = NONE;

    // Guarded by this: a group is being added, or was added in part because that failed.
    private boolean torn;

    /// Takes in the commits of a group that the journal has as number `n`.
    synchronized void add(List<EncodedCommit> group, long n) {
        torn = true;
        for (EncodedCommit commit : group) gathering.add(commit, n);
        torn = false;
    }

    /// Returns what gathered, to be written now; what was to be written before must be.
    synchronized Pending take() {
        if (torn) throw new IllegalStateException("a group was added to the backlog in part");
        // Made first: if there is no memory for it, nothing has changed.
        Pending next = new Pending();
        writing = gathering;
        gathering = next;
        return writing;
    }

    /// Returns what was taken and is not written yet.
    Pending taken() {
        return writing;
    }

    /// Forgets what was taken: the tables have it.
    void written() {
        writing = NONE;
    }

    boolean isEmpty() {
        return gathering.isEmpty() && writing.isEmpty();
    }

    /// Returns whether so much has gathered that the tables should have it soon.
    boolean isLarge() {
        return runs() >= RUNS_LARGE || bytes() >= BYTES_LARGE;
    }

    /// Returns whether so much has gathered that a commit must wait until the tables have it.
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
    @Nullable Run run(RunId id) {
        Run run = gathering.run(id);
        return run == null ? writing.run(id) : run;
    }

    /// Returns the newest run of a machine and key in here that has not ended.
    @Nullable Run live(String machine, String key) {
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
    @Nullable Run startedWith(String machine, String idempotency) {
        for (Pending pending : List.of(gathering, writing)) {
            RunId id = pending.startedWith(machine, idempotency);
            Run run = id == null ? null : run(id);
            if (run != null) return run;
        }
        return null;
    }
}
