package dev.pawl.pipeline.feed;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The time in which items must have changed for a run to load them; without `from` it is
/// everything up to `to`. Fixed when the run is created.
public record Window(@Nullable Instant from, Instant to) {
    public Window {
        if (from != null && !from.isBefore(to)) {
            throw new IllegalArgumentException(
                    "expected a window that ends after it starts, found %s to %s"
                            .formatted(from, to));
        }
    }

    /// Returns whether the window contains everything up to its end.
    public boolean isFull() {
        return from == null;
    }
}
