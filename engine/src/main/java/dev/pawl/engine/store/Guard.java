package dev.pawl.engine.store;

import dev.pawl.run.RunId;
import org.jspecify.annotations.Nullable;

/// What must still be so when a commit is made: nodes that share a store decide on what they have
/// read, and another one may have come in between.
public sealed interface Guard {

    /// An item is as it was read; without a body, there is none.
    record Same(Item item) implements Guard {}

    /// No live run of a machine and key is newer than `newest`, by id; without it, there is none.
    record Newest(String machine, String key, @Nullable RunId newest) implements Guard {}
}
