package dev.pawl.engine;

import dev.pawl.run.RunId;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The runs that are in memory because somebody uses them; the others are in the store alone.
final class Cells {
    private final ConcurrentHashMap<RunId, Cell> cells = new ConcurrentHashMap<>();

    /// Returns the cell of a run, which stays until it is let go as often as it was used.
    Cell use(RunId id) {
        Cell used =
                cells.compute(
                        id,
                        (key, present) -> {
                            Cell cell = present == null ? new Cell(key) : present;
                            cell.users++;
                            return cell;
                        });
        if (used == null) throw new IllegalStateException("no cell for " + id);
        return used;
    }

    void letGo(Cell cell) {
        cells.computeIfPresent(cell.id, (key, present) -> --present.users == 0 ? null : present);
    }

    /// Returns the cell of a run that somebody uses.
    Optional<Cell> find(RunId id) {
        return Optional.ofNullable(cells.get(id));
    }

    Iterable<Cell> all() {
        return cells.values();
    }

    int size() {
        return cells.size();
    }
}
