package dev.pawl.testkit.contract;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Commit.Change;
import dev.pawl.engine.store.Store;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.util.Arrays;
import java.util.List;

/// What the parts of [StoreContract] share.
interface StoreTrial {
    /// More than any test of the contract writes.
    int MANY = 100_000;

    /// Returns the store under test.
    Store store();

    /// Closes the store, opens it again and returns it.
    Store reopened();

    /// Abandons the store as a crash does, opens it again and returns it.
    Store crashed();

    default void commit(Change... changes) {
        store().commit(Commit.of(changes));
    }

    /// Adds new runs to the store, each in its own commit.
    default void start(Run... runs) {
        for (Run run : runs) commit(SampleRuns.started(run));
    }

    /// Commits a change of a run and returns the run.
    default Run change(Change change) {
        commit(change);
        return change.run();
    }

    default List<HistoryEntry> history(Run run) {
        return store().history(run.id(), 0, MANY);
    }

    static List<RunId> ids(long... values) {
        return Arrays.stream(values).mapToObj(RunId::new).toList();
    }
}
