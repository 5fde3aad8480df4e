package dev.pawl.engine.control;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Whether an engine is open, in which process and since when. If nodes share the store: whether a
/// node holds its lease, and since when the oldest one does; the process is then 0.
public record Liveness(boolean live, long pid, @Nullable Instant since) {
    /// No engine is open.
    public static final Liveness NONE = new Liveness(false, 0, null);
}
