package dev.pawl.diamonds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.diamonds.simulator.SimulatorFaults;
import dev.pawl.diamonds.simulator.SimulatorOptions;
import dev.pawl.diamonds.simulator.StockSource;
import dev.pawl.diamonds.simulator.SupplierSimulator;
import dev.pawl.pipeline.feed.Partition;
import dev.pawl.pipeline.run.RunReport;
import dev.pawl.pipeline.run.RunRequest;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.Rounds;
import java.nio.file.Path;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Stock that moves between the pages of a run: stones are removed, added, put on hold and get
/// other prices, by a seed.
@Tag("volume")
@Timeout(240)
class MovingStockTest {
    private static final int STONES = 900;

    @TempDir Path home;

    /// D7, INV-03: a full run has every stone that was in stock all the time, in whatever range its
    /// price was; and none that was sold before the run started.
    @Test
    void aFullRunHasEveryStoneThatWasThereAllTheTime() throws Exception {
        long changes = 0;
        Rounds rounds = Rounds.of("pawl.seeds", 3);
        while (rounds.next()) {
            long seed = Long.getLong("pawl.seed", rounds.count());
            SplittableRandom random = new SplittableRandom(seed);
            SimulatorOptions supplier =
                    SimulatorOptions.of(new StockSource.Seeded(seed, STONES))
                            .seed(seed)
                            .faults(SimulatorFaults.parse("short=0.1"));
            try (LoadedStock stock = LoadedStock.of(home.resolve("seed-" + seed), supplier)) {
                stock.full();
                changes += moveAndLoad(stock, random, seed);
            }
        }
        assertThat(changes).isPositive();
        System.out.printf(
                "volume: %d runs on a moving stock, %d changes%n", rounds.count(), changes);
    }

    private static long moveAndLoad(LoadedStock stock, SplittableRandom random, long seed)
            throws InterruptedException {
        SupplierSimulator supplier = stock.simulator();
        supplier.move(1 + random.nextInt(30));
        Set<String> before = stock.stock().keySet();
        RunId id = stock.start(RunRequest.full(LoadedStock.FEED));
        long changes = 0;
        long pages = supplier.stats().pages();
        while (!stock.engine().run(id).status().isEnd()) {
            // A few changes for every few pages, for as long as the run reads.
            long now = supplier.stats().pages();
            if (now == pages) {
                Thread.onSpinWait();
                continue;
            }
            pages = now;
            int some = 1 + random.nextInt(6);
            supplier.move(some);
            changes += some;
        }
        Run run = stock.engine().run(id);
        assertThat(run.status())
                .as("seed %d: %s", seed, run.failure())
                .isEqualTo(RunStatus.COMPLETED);
        Set<String> after = stock.stock().keySet();
        Set<String> table = stock.table().keySet();
        Set<String> steady = new TreeSet<>(before);
        steady.retainAll(after);
        assertThat(table).as("seed %d", seed).containsAll(steady);
        Set<String> ever = new TreeSet<>(before);
        ever.addAll(after);
        Set<String> sold = new TreeSet<>(table);
        sold.removeAll(ever);
        // What was added and sold during the run may have been seen; what was sold before it not.
        assertThat(sold).as("seed %d", seed).hasSizeLessThan((int) changes);
        return changes;
    }

    /// Without a change during the run there is no more than the planned partitions; with one there
    /// is a partition of changes, and its stones have their last price.
    @Test
    void whatChangedDuringTheRunIsReadAtItsEnd() throws Exception {
        try (LoadedStock stock = LoadedStock.of(home, STONES)) {
            stock.full();
            String changes =
                    "pipeline_partitions where partition_id = '%s'".formatted(Partition.CHANGES);
            assertThat(stock.count(changes)).isZero();
            RunId id = stock.start(RunRequest.full(LoadedStock.FEED));
            long pages = stock.simulator().stats().pages();
            while (stock.simulator().stats().pages() == pages) Thread.onSpinWait();
            stock.simulator().move(40);
            assertThat(stock.end(id).status()).isEqualTo(RunStatus.COMPLETED);
            assertThat(stock.count(changes)).isEqualTo(1);
            assertThat(stock.table()).containsAllEntriesOf(stock.stock());
            RunReport report = stock.full().report();
            assertThat(report.inserted() + report.updated()).isZero();
            assertThat(stock.table()).isEqualTo(stock.stock());
        }
    }
}
