package dev.pawl.pipeline.feed;

import java.time.Instant;
import java.util.UUID;

/// The right of one consolidator to one batch of rows.
///
/// `id` is the same whenever the batch is tried again, also after a crash. A claim does not expire:
/// its consolidator finishes the batch or releases it.
public record BatchClaim(UUID run, String id, int limit, Instant at) {
    public BatchClaim {
        if (limit < 1) {
            throw new IllegalArgumentException(
                    "expected a limit of 1 or more rows for claim %s, found %d"
                            .formatted(id, limit));
        }
    }
}
