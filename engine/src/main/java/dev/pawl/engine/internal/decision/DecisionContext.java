package dev.pawl.engine.internal.decision;

import dev.pawl.run.RunId;
import java.time.Instant;
import java.util.List;
import java.util.function.LongSupplier;

/// What a decision depends on besides the run and its input: the time, a random number in [0, 1),
/// fresh ids, the live relatives of a run that is about to end, and whether an engine is open to
/// execute what is decided.
public record DecisionContext(
        Instant now,
        double random,
        LongSupplier ids,
        List<RunId> children,
        List<RunId> followers,
        boolean attended) {

    /// Returns the context of an open engine.
    public static DecisionContext of(Instant now, double random, LongSupplier ids) {
        return new DecisionContext(now, random, ids, List.of(), List.of(), true);
    }

    public DecisionContext withRelatives(List<RunId> children, List<RunId> followers) {
        return new DecisionContext(now, random, ids, children, followers, attended);
    }

    /// Returns the context without an engine: an attempt can become due, but not start.
    public DecisionContext unattended() {
        return new DecisionContext(now, random, ids, children, followers, false);
    }
}
