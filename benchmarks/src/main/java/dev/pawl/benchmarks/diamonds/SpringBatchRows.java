package dev.pawl.benchmarks.diamonds;

import dev.pawl.diamonds.supplier.SupplierItem;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.item.ExecutionContext;
import org.springframework.batch.item.ItemStreamReader;
import org.springframework.jdbc.core.JdbcTemplate;

/// Reads stored payloads in the order of their numbers, a chunk with each query; each partition has
/// a thread of its own.
final class SpringBatchRows implements ItemStreamReader<SpringBatchRows.Raw> {
    static final String AFTER = "after";
    static final String LAST = "last";

    private final JdbcTemplate tables;
    private final int size;
    private final Map<Thread, Position> positions = new ConcurrentHashMap<>();

    SpringBatchRows(JdbcTemplate tables, int size) {
        this.tables = tables;
        this.size = size;
    }

    /// A stored payload.
    record Raw(long number, SupplierItem item) {}

    @Override
    public void open(ExecutionContext context) {
        Position position = new Position(context.getLong(AFTER), context.getLong(LAST));
        positions.put(Thread.currentThread(), position);
    }

    @Override
    public @Nullable Raw read() {
        Position position = position();
        if (position.rows.isEmpty()) {
            position.rows.addAll(
                    tables.query(
                            "select number, stone_id, payload, payload_hash from diamond_raw"
                                    + " where number > ? and number <= ? order by number limit ?",
                            (row, _) ->
                                    new Raw(
                                            row.getLong(1),
                                            new SupplierItem(
                                                    row.getString(2),
                                                    row.getString(3),
                                                    row.getString(4),
                                                    null)),
                            position.after,
                            position.last,
                            size));
        }
        Raw next = position.rows.poll();
        if (next != null) position.after = next.number();
        return next;
    }

    @Override
    public void update(ExecutionContext context) {
        context.putLong(AFTER, position().after);
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
        final Queue<Raw> rows = new ArrayDeque<>();
        final long last;
        long after;

        Position(long after, long last) {
            this.after = after;
            this.last = last;
        }
    }
}
