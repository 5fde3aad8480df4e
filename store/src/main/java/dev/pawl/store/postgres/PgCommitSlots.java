package dev.pawl.store.postgres;

import dev.pawl.engine.store.NodeSlot;
import java.util.List;
import java.util.stream.IntStream;

/// All commit slots of a node: that many commits can be in progress at once, so that the server
/// processes one group while its disk writes another.
public final class PgCommitSlots {
    private static final int OF_GROUPS = 2;

    /// The slots of groups, and one for the commits with a step's own SQL.
    static final int COUNT = OF_GROUPS + 1;

    private final List<PgCommitSlot> slots;
    private volatile long epoch;

    public PgCommitSlots(PgSource source, PgDefinitions definitions) {
        slots =
                IntStream.range(0, COUNT)
                        .mapToObj(place -> new PgCommitSlot(source, definitions, place))
                        .toList();
    }

    public List<PgCommitSlot> ofGroups() {
        return slots.subList(0, OF_GROUPS);
    }

    PgCommitSlot ofSteps() {
        return slots.get(OF_GROUPS);
    }

    /// Returns the epoch in which this store writes, or 0.
    public long epoch() {
        return epoch;
    }

    /// Makes all later commits in the epoch of this node.
    void join(NodeSlot joined) {
        for (PgCommitSlot slot : slots) slot.join(joined.epoch());
        epoch = joined.epoch();
    }

    /// Stops waiting for a server that is unavailable; commits that it accepts at once are still
    /// made.
    public void hurry() {
        slots.forEach(PgCommitSlot::hurry);
    }

    public void close() {
        slots.forEach(PgCommitSlot::close);
    }

    /// Breaks the connections, as a crash of the process does.
    public void abandon() {
        slots.forEach(PgCommitSlot::abandon);
    }
}
