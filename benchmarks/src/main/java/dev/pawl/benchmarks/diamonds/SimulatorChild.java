package dev.pawl.benchmarks.diamonds;

import dev.pawl.benchmarks.harness.ChildJvm;
import dev.pawl.diamonds.simulator.SimulatorOptions;
import dev.pawl.diamonds.simulator.StockMoves;
import dev.pawl.diamonds.simulator.StockSource;
import dev.pawl.diamonds.simulator.SupplierSimulator;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/// The process of the supplier: `STONES`. It obeys the lines `pages`, `counts` and `move N` until
/// its input ends.
final class SimulatorChild {
    static final String PORT = "port";
    static final String PAGES = "pages";
    static final String COUNTS = "counts";
    static final String MOVE = "move ";
    static final String MOVED = "moved";

    private static final long SEED = 1;

    private SimulatorChild() {}

    public static void main(String[] arguments) throws Exception {
        var stock = new StockSource.Seeded(SEED, Integer.parseInt(arguments[0]));
        try (SupplierSimulator simulator = SupplierSimulator.start(SimulatorOptions.of(stock));
                var orders =
                        new BufferedReader(
                                new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            ChildJvm.report(PORT, simulator.port());
            for (String line = orders.readLine(); line != null; line = orders.readLine()) {
                obey(line, simulator);
            }
        }
    }

    private static void obey(String line, SupplierSimulator simulator) {
        if (line.equals(PAGES)) {
            ChildJvm.report(PAGES, (double) simulator.stats().pages());
        } else if (line.equals(COUNTS)) {
            ChildJvm.report(COUNTS, (double) simulator.stats().counts());
        } else if (line.startsWith(MOVE)) {
            StockMoves moves = simulator.move(Integer.parseInt(line.substring(MOVE.length())));
            ChildJvm.report(MOVED, moves.priced() + moves.held() + moves.added());
        } else {
            throw new IllegalArgumentException("an unknown order: " + line);
        }
    }
}
