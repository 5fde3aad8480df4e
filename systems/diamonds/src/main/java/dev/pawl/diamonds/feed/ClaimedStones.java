package dev.pawl.diamonds.feed;

import dev.pawl.diamonds.canonical.BatchCounts;
import dev.pawl.diamonds.canonical.StoneBatch;
import dev.pawl.machine.Transaction;
import dev.pawl.pipeline.feed.BatchResult;
import dev.pawl.pipeline.feed.PreparedBatch;
import java.time.Instant;

/// The stones of a claim, mapped and priced.
record ClaimedStones(StoneBatch stones, Instant at) implements PreparedBatch {
    @Override
    public int size() {
        return stones.size();
    }

    @Override
    public BatchResult write(Transaction tx) {
        BatchCounts counts = stones.write(tx, at);
        return new BatchResult(
                counts.created(), counts.changed(), counts.unchanged(), counts.quarantined());
    }
}
