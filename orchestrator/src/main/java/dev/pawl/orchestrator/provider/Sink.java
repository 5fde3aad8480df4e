package dev.pawl.orchestrator.provider;

import dev.pawl.machine.Transaction;

/// Writes the items of a provider, in the transaction that it is given.
///
/// It may be called more than once for the same batch; only one of these transactions commits.
public interface Sink<T> {
    /// Writes a batch, and returns what changed.
    WriteResult write(Transaction tx, Batch<T> batch) throws Exception;

    /// Ends a cycle after its last batch, for example by removing items that did not appear in it.
    default WriteResult complete(Transaction tx, Cycle cycle) throws Exception {
        return WriteResult.NOTHING;
    }
}
