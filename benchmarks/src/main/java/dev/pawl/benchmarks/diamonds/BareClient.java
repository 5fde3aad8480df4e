package dev.pawl.benchmarks.diamonds;

import dev.pawl.diamonds.heatmap.BoundGranularity;
import dev.pawl.diamonds.heatmap.BoundGranularity.Bounds;
import dev.pawl.diamonds.heatmap.Heatmap;
import dev.pawl.diamonds.heatmap.HeatmapOptions;
import dev.pawl.diamonds.heatmap.HeatmapPartition;
import dev.pawl.diamonds.heatmap.PriceRange;
import dev.pawl.diamonds.supplier.PageQuery;
import dev.pawl.diamonds.supplier.StoneFilter;
import dev.pawl.diamonds.supplier.StoneOrder;
import dev.pawl.diamonds.supplier.SupplierAccess;
import dev.pawl.diamonds.supplier.SupplierClient;
import dev.pawl.diamonds.supplier.SupplierGate;
import dev.pawl.diamonds.supplier.SupplierItem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/// What a program without an engine would do: find the partitions, read their pages on some
/// threads, map and price the stones, and write both rows of each, page by page.
///
/// It has the system's HTTP client, mapping and prices, and none of its recovery, comparison with
/// what is stored, counts, report and watermark.
final class BareClient {
    static final String RUN = "00000000-0000-0000-0000-000000000000";

    private static final int PAGE = 30;

    private final SupplierClient client;
    private final BareTables tables;
    private final BareRow.Terms terms = BareRow.Terms.at(Instant.now());
    private final Set<String> seen = ConcurrentHashMap.newKeySet();
    private final AtomicLong stones = new AtomicLong();
    private final AtomicLong pages = new AtomicLong();

    private BareClient(SupplierClient client, BareTables tables) {
        this.client = client;
        this.tables = tables;
    }

    /// Loads the stock of a supplier, and returns how many stones it has.
    static long load(String supplier, BareTables tables, int threads) throws Exception {
        try (SupplierClient client =
                SupplierClient.open(SupplierAccess.of(supplier, "bench", "bench"))) {
            return new BareClient(client, tables).load(threads);
        }
    }

    private long load(int threads) throws Exception {
        Queue<HeatmapPartition> partitions =
                new ConcurrentLinkedQueue<>(
                        Heatmap.<Exception>scan(
                                        HeatmapOptions.STANDARD,
                                        range -> client.count(filter(range), SupplierGate.OPEN))
                                .partitions());
        List<Future<?>> all = new ArrayList<>();
        try (ExecutorService workers = Executors.newFixedThreadPool(threads)) {
            for (int i = 0; i < threads; i++) {
                all.add(workers.submit(() -> work(partitions)));
            }
            for (Future<?> each : all) each.get();
        }
        return stones.get();
    }

    private Object work(Queue<HeatmapPartition> partitions) throws Exception {
        for (HeatmapPartition next = partitions.poll(); next != null; next = partitions.poll()) {
            read(next);
        }
        return stones;
    }

    private void read(HeatmapPartition partition) throws Exception {
        StoneFilter filter = filter(partition.range());
        for (long offset = 0; ; ) {
            PageQuery query = new PageQuery(filter, offset, PAGE, StoneOrder.OLDEST_FIRST);
            List<SupplierItem> items = client.page(query, SupplierGate.OPEN).items();
            long page = pages.incrementAndGet();
            List<BareRow> rows = new ArrayList<>();
            for (SupplierItem item : items) {
                // Neighbours share a boundary, so a stone can come twice.
                if (!seen.add(item.id())) continue;
                rows.add(BareRow.of(item, stones.incrementAndGet(), page, terms));
            }
            tables.write(new BarePage(page, partition.id(), offset, items.size(), rows));
            offset += items.size();
            if (items.size() < PAGE) return;
        }
    }

    private static StoneFilter filter(PriceRange range) {
        Bounds bounds = BoundGranularity.CONTINUOUS.bounds(range);
        return StoneFilter.ALL.caratPrice(bounds.from(), bounds.to());
    }
}
