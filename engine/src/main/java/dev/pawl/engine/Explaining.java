package dev.pawl.engine;

import dev.pawl.engine.store.Store;
import dev.pawl.run.Run;
import java.util.List;

/// What a system knows of why its runs do not move, and the engine does not.
///
/// It is asked by whoever wants to know, in a process with an engine or without: so it goes by what
/// is in the store, which it only reads.
@FunctionalInterface
public interface Explaining {
    /// Returns causes, the nearest first; none for a run of other systems.
    List<Why.Cause> causes(Run run, Store store);
}
