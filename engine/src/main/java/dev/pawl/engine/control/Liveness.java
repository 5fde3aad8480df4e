package dev.pawl.engine.control;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Whether an engine is open, in which process, and since when it answers. Where nodes share the
/// store it is whether any of them holds its lease, without a process, and since when the oldest.
public record Liveness(boolean live, long pid, @Nullable Instant since) {
    /// No engine is open.
    public static final Liveness NONE = new Liveness(false, 0, null);
}
