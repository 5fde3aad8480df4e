package dev.pawl.engine;

import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// A run in memory: its last durable value, whose turn it is to change it, and its body's flight.
///
/// `run`, `flight` and `carrier` are written by the holder of the turn alone; anybody may read
/// them.
final class Cell {
    final RunId id;
    final Turn turn = new Turn();
    volatile @Nullable Run run;
    volatile @Nullable Flight flight;
    volatile Host.@Nullable Task carrier;

    /// How many tasks execute the run's bodies, or are about to.
    final AtomicInteger drivers = new AtomicInteger();

    /// The run as this node has just claimed it, to be taken without reading it again.
    volatile @Nullable Run claimed;

    // Of the holder of the turn: another node has changed the run since.
    boolean stale;
    // Guarded by the map of Cells.
    int users;

    Cell(RunId id) {
        this.id = id;
    }

    /// Returns whether no task will record what comes of the attempt that the run is in.
    boolean isAbandoned() {
        Flight present = flight;
        return present == null || !present.isDriven();
    }

    /// Returns the run, which the holder of the turn has brought here.
    Run loaded() {
        Run present = run;
        if (present == null) throw new IllegalStateException("run " + id + " is not loaded");
        return present;
    }
}
