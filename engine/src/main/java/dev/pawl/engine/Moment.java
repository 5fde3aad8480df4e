package dev.pawl.engine;

import dev.pawl.run.RunId;
import java.time.Instant;
import java.util.List;
import java.util.function.LongSupplier;

/// What a decision may know of the world, handed to it: the time, a random number in [0, 1), fresh
/// ids, the live relatives of a run that is about to end, and whether an engine is open to execute
/// what is decided.
record Moment(
        Instant now,
        double random,
        LongSupplier ids,
        List<RunId> children,
        List<RunId> followers,
        boolean attended) {

    /// Returns a moment in the life of an engine.
    static Moment of(Instant now, double random, LongSupplier ids) {
        return new Moment(now, random, ids, List.of(), List.of(), true);
    }

    Moment withRelatives(List<RunId> children, List<RunId> followers) {
        return new Moment(now, random, ids, children, followers, attended);
    }

    /// Returns the moment without an engine: an attempt can be due, but none can begin.
    Moment unattended() {
        return new Moment(now, random, ids, children, followers, false);
    }
}
