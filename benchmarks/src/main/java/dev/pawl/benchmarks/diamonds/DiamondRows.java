package dev.pawl.benchmarks.diamonds;

import dev.pawl.benchmarks.harness.Row;
import java.util.List;

/// The rows about diamonds.
public final class DiamondRows {
    private DiamondRows() {}

    public static List<Row> all() {
        return List.of(
                new DiamondLoad(),
                new DiamondPostgres(),
                new DiamondKill(),
                new DiamondAgain(),
                new DiamondHeatmap(),
                new DiamondHeap());
    }
}
