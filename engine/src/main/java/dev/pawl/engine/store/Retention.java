package dev.pawl.engine.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Which ended runs of a machine may go: those that ended before a time, and the oldest beyond a
/// count. Null means that this does not limit anything.
public record Retention(String machine, @Nullable Instant endedBefore, @Nullable Long keep) {}
