package dev.pawl.engine.internal.loop;

import dev.pawl.engine.internal.decision.Decision;
import dev.pawl.run.Run;

/// What a durable change leaves for [RunLoop] to do after the run's lock is released.
///
/// The decision that a caller gets back says by itself which runs it created, which messages it
/// sent and whether a body is to be executed. This is the rest.
sealed interface FollowUp {

    /// A run moved to another definition before its input was decided. The input may still be
    /// refused, so its caller cannot carry this decision out.
    record Adopted(Decision decision) implements FollowUp {}

    /// A blocked run has to be registered with its predecessors.
    record Link(Run run) implements FollowUp {}
}
