package dev.pawl.testkit;

import dev.pawl.engine.store.Commit;

/// What goes wrong with a [FaultyStore]; its commits are numbered from 1 as they begin.
///
/// A fault is what a method throws. A `StoreException` thrown before the commit is a disk that
/// refused it; thrown after it, with kind `IO`, a disk that did not tell. An `Error` is the death
/// of the process: before the commit nothing was written, after it everything was and nobody knows.
/// Either method may also wait, by way of the host, for a disk that is slow.
public interface Faults {
    /// Nothing goes wrong.
    Faults NONE = new Faults() {};

    /// Comes before commit number `n` is written; if it throws, the commit is not.
    default void before(long n, Commit commit) {}

    /// Comes after commit number `n` was written; if it throws, the caller never learns that.
    default void after(long n, Commit commit) {}

    /// Comes before a question about runs, mail or items; if it throws, there is no answer.
    default void reading() {}

    /// Returns the faults of which the only one is `fault`, before commit number `number`.
    static Faults beforeCommit(long number, Runnable fault) {
        return new Faults() {
            @Override
            public void before(long n, Commit commit) {
                if (n == number) fault.run();
            }
        };
    }

    /// Returns the faults of which the only one is `fault`, after commit number `number`.
    static Faults afterCommit(long number, Runnable fault) {
        return new Faults() {
            @Override
            public void after(long n, Commit commit) {
                if (n == number) fault.run();
            }
        };
    }
}
