package dev.pawl.pipeline.feed;

import java.time.Instant;
import java.util.UUID;

/// A complete full run, after which items that it has not seen may be removed.
public record RemovalRequest(UUID run, Instant startedAt, Instant at) {}
