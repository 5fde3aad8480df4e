package dev.pawl.store;

import dev.pawl.engine.store.Seat;
import java.util.List;
import java.util.stream.IntStream;

/// All pens of a node: as many commits can be under way at once, so that the server works on one
/// group while it waits for its disk with another.
final class PgPens {
    private static final int OF_GROUPS = 2;

    /// Those that write groups, and one for the commits with a step's own SQL.
    static final int COUNT = OF_GROUPS + 1;

    private final List<PgPen> pens;
    private volatile long epoch;

    PgPens(PgSource source, PgDefinitions definitions) {
        pens =
                IntStream.range(0, COUNT)
                        .mapToObj(place -> new PgPen(source, definitions, place))
                        .toList();
    }

    List<PgPen> ofGroups() {
        return pens.subList(0, OF_GROUPS);
    }

    PgPen ofSteps() {
        return pens.get(OF_GROUPS);
    }

    /// Returns the epoch that this store writes as, or 0.
    long epoch() {
        return epoch;
    }

    /// Makes all later commits under this seat.
    void join(Seat taken) {
        for (PgPen pen : pens) pen.join(taken.epoch());
        epoch = taken.epoch();
    }

    /// Ends waiting for a server that is away; commits that it takes at once are still made.
    void hurry() {
        pens.forEach(PgPen::hurry);
    }

    void close() {
        pens.forEach(PgPen::close);
    }

    /// Cuts the connections, as the death of the process does.
    void abandon() {
        pens.forEach(PgPen::abandon);
    }
}
