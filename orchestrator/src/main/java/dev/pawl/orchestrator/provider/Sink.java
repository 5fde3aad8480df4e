package dev.pawl.orchestrator.provider;

import dev.pawl.machine.Transaction;

/// Writes what a provider has made, in a transaction that it is lent.
///
/// It may be called more than once for the same batch, in transactions of which one commits.
public interface Sink<T> {
    /// Writes a batch and returns what became of it.
    Written write(Transaction tx, Batch<T> batch) throws Exception;

    /// Does what is to be done at the end of a cycle, when the last batch was written: such as to
    /// remove what did not come any more.
    default Written complete(Transaction tx, Cycle cycle) throws Exception {
        return Written.NOTHING;
    }
}
