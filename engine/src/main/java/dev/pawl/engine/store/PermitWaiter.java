package dev.pawl.engine.store;

import dev.pawl.run.Lane;
import dev.pawl.run.PermitNeed;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.util.Comparator;
import java.util.stream.Stream;

/// A run that waits for permits of a pool.
public record PermitWaiter(RunId run, int priority, int count) {
    /// Whose turn it is.
    static final Comparator<PermitWaiter> TURN =
            Comparator.comparingInt(PermitWaiter::priority)
                    .reversed()
                    .thenComparing(PermitWaiter::run);

    /// Returns the run if it waits for permits of a pool, up to `countMax` of them.
    static Stream<PermitWaiter> of(Run run, String pool, int countMax) {
        PermitNeed need = run.condition().permits();
        if (need == null || run.status() != RunStatus.ACQUIRING) return Stream.empty();
        if (!need.pool().equals(pool) || need.count() > countMax) return Stream.empty();
        Lane lane = run.origin().lane();
        int priority = lane == null ? 0 : lane.priority();
        return Stream.of(new PermitWaiter(run.id(), priority, need.count()));
    }
}
