package dev.pawl.pipeline.feed;

import java.util.UUID;

/// One page: at most `limit` items of a partition, starting at `offset`.
public record PageRequest(UUID run, Partition partition, Window window, long offset, int limit) {
    public PageRequest {
        if (offset < 0 || limit < 1) {
            throw new IllegalArgumentException(
                    "expected an offset from 0 and a limit from 1 for %s, found %d and %d"
                            .formatted(partition.id(), offset, limit));
        }
    }
}
