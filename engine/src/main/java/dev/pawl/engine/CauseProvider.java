package dev.pawl.engine;

import dev.pawl.engine.store.Store;
import dev.pawl.run.Run;
import java.util.List;

/// Adds causes that only a system built on the engine knows to [Why].
///
/// It is called in processes with an engine and without one, so it relies on the store alone, which
/// it only reads.
@FunctionalInterface
public interface CauseProvider {
    /// Returns causes, the nearest first; none for a run of other systems.
    List<Why.Cause> causes(Run run, Store store);
}
