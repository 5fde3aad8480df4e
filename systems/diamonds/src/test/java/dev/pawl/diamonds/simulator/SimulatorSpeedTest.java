package dev.pawl.diamonds.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.diamonds.supplier.PageQuery;
import dev.pawl.diamonds.supplier.StoneFilter;
import dev.pawl.diamonds.supplier.StoneOrder;
import dev.pawl.diamonds.supplier.SupplierAccess;
import dev.pawl.diamonds.supplier.SupplierClient;
import dev.pawl.diamonds.supplier.SupplierGate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A stock of the size that the benchmarks use.
@Tag("long")
class SimulatorSpeedTest {
    private static final int STONES = 500_000;
    private static final int CLIENTS = 8;
    private static final int LIMIT = 50;

    @Test
    void servesHalfAMillionStones() throws Exception {
        StockSource stock = new StockSource.Seeded(1, STONES);
        long start = System.nanoTime();
        try (SupplierSimulator simulator = SupplierSimulator.start(SimulatorOptions.of(stock));
                SupplierClient client =
                        SupplierClient.open(SupplierAccess.of(simulator.url(), "me", "x"));
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            long made = System.nanoTime();
            List<Future<Long>> readers = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                int first = i;
                readers.add(threads.submit(() -> read(client, first)));
            }
            long read = 0;
            for (Future<Long> each : readers) read += each.get();
            double seconds = (System.nanoTime() - made) / 1e9;

            assertThat(read).isEqualTo(STONES);
            System.out.printf(
                    "volume: %d stones made in %.1f s, read in %.1f s: %.0f per second%n",
                    STONES, (made - start) / 1e9, seconds, STONES / seconds);
        }
    }

    private static long read(SupplierClient client, int first) throws Exception {
        long read = 0;
        for (long offset = (long) first * LIMIT; offset < STONES; offset += CLIENTS * LIMIT) {
            PageQuery query =
                    new PageQuery(StoneFilter.ALL, offset, LIMIT, StoneOrder.OLDEST_FIRST);
            read += client.page(query, SupplierGate.OPEN).items().size();
        }
        return read;
    }
}
