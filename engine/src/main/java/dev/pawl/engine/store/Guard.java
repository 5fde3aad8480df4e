package dev.pawl.engine.store;

import dev.pawl.run.RunId;
import org.jspecify.annotations.Nullable;

/// A condition that must still hold when a commit is made. Nodes that share a store decide on what
/// they have read, and another node may have changed it since. Only another node can break it, so a
/// store that one process uses does not check it.
public sealed interface Guard {

    /// A document is unchanged; without a body, it must not exist.
    record Same(NamedDocument document) implements Guard {}

    /// No live run of a machine and key is newer than `newest`, by id; if that is null, none
    /// exists.
    record Newest(String machine, String key, @Nullable RunId newest) implements Guard {}
}
