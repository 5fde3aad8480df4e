package dev.pawl.benchmarks.diamonds;

import dev.pawl.diamonds.heatmap.PriceRange;
import dev.pawl.diamonds.supplier.PageQuery;
import dev.pawl.diamonds.supplier.StoneFilter;
import dev.pawl.diamonds.supplier.StoneOrder;
import dev.pawl.diamonds.supplier.SupplierClient;
import dev.pawl.diamonds.supplier.SupplierGate;
import dev.pawl.diamonds.supplier.SupplierItem;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.item.ExecutionContext;
import org.springframework.batch.item.ItemStreamReader;

/// Reads the pages of a partition; each partition has a thread of its own. The offset is in the
/// execution context, which Spring Batch stores with every chunk.
final class SpringBatchPages implements ItemStreamReader<SupplierItem> {
    static final String RANGE = "range";

    private static final String OFFSET = "offset";
    private static final int PAGE = 30;

    private final SupplierClient client;
    private final Map<Thread, Position> positions = new ConcurrentHashMap<>();

    SpringBatchPages(SupplierClient client) {
        this.client = client;
    }

    @Override
    public void open(ExecutionContext context) {
        PriceRange range = PriceRange.parse(context.getString(RANGE));
        Position position = new Position(SpringBatchLoad.filter(range), context.getLong(OFFSET, 0));
        positions.put(Thread.currentThread(), position);
    }

    @Override
    public @Nullable SupplierItem read() throws Exception {
        Position position = position();
        if (position.items.isEmpty() && !position.isLast) {
            PageQuery query =
                    new PageQuery(position.filter, position.next, PAGE, StoneOrder.OLDEST_FIRST);
            position.items.addAll(client.page(query, SupplierGate.OPEN).items());
            position.next += position.items.size();
            position.isLast = position.items.size() < PAGE;
        }
        return position.items.poll();
    }

    @Override
    public void update(ExecutionContext context) {
        Position position = position();
        context.putLong(OFFSET, position.next - position.items.size());
    }

    @Override
    public void close() {
        positions.remove(Thread.currentThread());
    }

    private Position position() {
        Position position = positions.get(Thread.currentThread());
        if (position == null) throw new IllegalStateException("no partition is open");
        return position;
    }

    /// Where a partition is.
    private static final class Position {
        final StoneFilter filter;
        final Queue<SupplierItem> items = new ArrayDeque<>();
        long next;
        boolean isLast;

        Position(StoneFilter filter, long next) {
            this.filter = filter;
            this.next = next;
        }
    }
}
