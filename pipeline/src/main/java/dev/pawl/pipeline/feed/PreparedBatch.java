package dev.pawl.pipeline.feed;

import dev.pawl.machine.Transaction;

/// The mapped rows of a claim, ready to be written.
public interface PreparedBatch {
    /// The number of rows of the claim.
    int size();

    /// Writes the batch, and marks those rows as consolidated that the claim still holds unchanged.
    BatchResult write(Transaction tx);
}
