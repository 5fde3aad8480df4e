package dev.pawl.pipeline.watermark;

import dev.pawl.machine.Transaction;
import dev.pawl.pipeline.feed.RowQuery;
import dev.pawl.pipeline.table.SqlTimes;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Up to when a feed is loaded, which run loaded it, and the version that the next change expects.
/// After a rewind there is no run.
public record Watermark(
        String feed, Instant value, @Nullable UUID run, long version, Instant updatedAt) {
    private static final String SELECT =
            "select feed, value, run_id, version, updated_at from pipeline_watermarks";

    /// Returns the watermark of a feed, if a run of it has completed.
    public static Optional<Watermark> find(RowQuery tables, String feed) {
        return tables.query(SELECT + " where feed = ?", Watermark::of, feed).stream().findFirst();
    }

    /// Returns the watermarks of all feeds.
    public static List<Watermark> all(RowQuery tables) {
        return tables.query(SELECT + " order by feed", Watermark::of);
    }

    private static Watermark of(Transaction.Row row) {
        return new Watermark(
                row.text(1),
                SqlTimes.parse(row.text(2)),
                row.isNull(3) ? null : UUID.fromString(row.text(3)),
                row.number(4),
                SqlTimes.parse(row.text(5)));
    }
}
