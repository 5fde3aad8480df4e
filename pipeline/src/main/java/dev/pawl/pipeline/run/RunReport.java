package dev.pawl.pipeline.run;

import dev.pawl.pipeline.feed.Feed;
import dev.pawl.pipeline.feed.ItemCounts;
import dev.pawl.pipeline.feed.Partition;
import dev.pawl.pipeline.feed.RowQuery;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Where the items of a run went.
///
/// Every unique item is inserted, updated, unchanged or quarantined, and nothing else.
public record RunReport(
        long counted,
        long fetched,
        long unique,
        long inserted,
        long updated,
        long unchanged,
        long quarantined,
        long removed) {

    /// Returns the report of a run, before anything is removed: what the feed has counted, or else
    /// the sums of what pages and batches reported.
    static RunReport of(RowQuery tables, UUID run, Feed feed) {
        RunReport sums = sums(tables, run);
        return feed.counts(tables, run).map(sums::with).orElse(sums);
    }

    /// An item that several partitions returned was counted in each of them, and is one item.
    private RunReport with(ItemCounts items) {
        return new RunReport(
                Math.max(0, counted - items.repeated()),
                fetched,
                items.unique(),
                items.inserted(),
                items.updated(),
                items.unchanged(),
                items.quarantined(),
                removed);
    }

    private static RunReport sums(RowQuery tables, UUID run) {
        RunReport pages =
                tables.query(
                                "select coalesce(sum(counted), 0), coalesce(sum(fetched), 0),"
                                        + " coalesce(sum(unique_items), 0),"
                                        + " coalesce(sum(unchanged), 0)"
                                        + " from pipeline_partitions where run_id = ?",
                                row ->
                                        new RunReport(
                                                row.number(1),
                                                row.number(2),
                                                row.number(3),
                                                0,
                                                0,
                                                row.number(4),
                                                0,
                                                0),
                                run)
                        .getFirst();
        return tables.query(
                        "select coalesce(sum(inserted), 0), coalesce(sum(updated), 0),"
                                + " coalesce(sum(unchanged), 0), coalesce(sum(quarantined), 0)"
                                + " from pipeline_consolidators where run_id = ?",
                        row ->
                                new RunReport(
                                        pages.counted,
                                        pages.fetched,
                                        pages.unique,
                                        row.number(1),
                                        row.number(2),
                                        pages.unchanged + row.number(3),
                                        row.number(4),
                                        0),
                        run)
                .getFirst();
    }

    RunReport withRemoved(long count) {
        return new RunReport(
                counted, fetched, unique, inserted, updated, unchanged, quarantined, count);
    }

    /// Returns what does not add up, if anything.
    public Optional<String> problem() {
        long ended = inserted + updated + unchanged + quarantined;
        if (unique == ended && fetched >= unique) return Optional.empty();
        return Optional.of(
                ("expected unique items = inserted + updated + unchanged + quarantined, found"
                                + " %d = %d + %d + %d + %d; fetched %d, counted %d")
                        .formatted(
                                unique,
                                inserted,
                                updated,
                                unchanged,
                                quarantined,
                                fetched,
                                counted));
    }

    /// Returns how many items partitions lack that the source counted in them at their ends, and
    /// that had not changed since the run started.
    ///
    /// Such an item was in its partition all the time, so the partition must have returned it. The
    /// partition of late changes is not compared: its items change, by definition.
    static long missing(RowQuery tables, UUID run, Feed feed) {
        Map<String, Long> byPartition =
                feed.counts(tables, run).map(ItemCounts::byPartition).orElse(Map.of());
        record SteadyItems(String id, long steady, long unique) {}
        List<SteadyItems> partitions =
                tables.query(
                        "select partition_id, steady, unique_items from pipeline_partitions"
                                + " where run_id = ? and partition_id <> ?",
                        row -> new SteadyItems(row.text(1), row.number(2), row.number(3)),
                        run,
                        Partition.CHANGES);
        long missing = 0;
        for (SteadyItems each : partitions) {
            long found = byPartition.getOrDefault(each.id(), each.unique());
            missing += Math.max(0, each.steady() - found);
        }
        return missing;
    }

    /// Returns the share of unique items that are quarantined.
    double quarantinedShare() {
        return unique == 0 ? 0 : quarantined / (double) unique;
    }
}
