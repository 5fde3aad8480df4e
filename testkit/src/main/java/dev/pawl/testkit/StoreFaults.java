package dev.pawl.testkit;

import dev.pawl.engine.store.Commit;

/// The faults of a [FaultyStore]; its commits are numbered from 1 as they start.
///
/// A fault is what a method throws. A `StoreException` before the commit is a disk that refused it;
/// after it, with kind `IO`, a disk that wrote it and did not confirm it. An `Error` is the death
/// of the process: before the commit nothing is written; after it everything is, and the caller
/// does not learn it. A method may also wait on the host, as a slow disk does.
public interface StoreFaults {
    /// No faults.
    StoreFaults NONE = new StoreFaults() {};

    /// Called before commit number `n` is written; if it throws, the commit is not written.
    default void before(long n, Commit commit) {}

    /// Called after commit number `n` was written; if it throws, the caller does not learn that.
    default void after(long n, Commit commit) {}

    /// Called before runs, messages or documents are read; if it throws, the read fails.
    default void reading() {}

    /// Returns a single fault, before commit number `number`.
    static StoreFaults beforeCommit(long number, Runnable fault) {
        return new StoreFaults() {
            @Override
            public void before(long n, Commit commit) {
                if (n == number) fault.run();
            }
        };
    }

    /// Returns a single fault, after commit number `number`.
    static StoreFaults afterCommit(long number, Runnable fault) {
        return new StoreFaults() {
            @Override
            public void after(long n, Commit commit) {
                if (n == number) fault.run();
            }
        };
    }
}
