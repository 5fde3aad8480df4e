package dev.pawl.engine;

import dev.pawl.run.RunId;
import java.time.Instant;
import java.util.List;
import java.util.function.LongSupplier;

/// What a decision may know of the world, handed to it: the time, a random number in [0, 1), fresh
/// ids, and the live relatives of a run that is about to end.
record Moment(
        Instant now, double random, LongSupplier ids, List<RunId> children, List<RunId> followers) {

    static Moment of(Instant now, double random, LongSupplier ids) {
        return new Moment(now, random, ids, List.of(), List.of());
    }
}
