package dev.pawl.diamonds.canonical;

import dev.pawl.diamonds.table.NumberLists;
import dev.pawl.diamonds.table.NumberSet;
import dev.pawl.diamonds.table.StoreQuery;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What a run did, counted from the tables: the stones that its pages contained, each by where it
/// is now.
///
/// `unique` must be the sum of `created`, `changed`, `unchanged` and `quarantined`. The counts do
/// not depend on each other, so a lost stone breaks the equation.
public record RunCounts(
        long fetched,
        long unique,
        long created,
        long changed,
        long unchanged,
        long quarantined,
        long removed) {
    private static final int CHUNK = 5_000;
    private static final int SCANNED_SHARE = 4;

    /// Returns whether every stone that was fetched is accounted for.
    public boolean isBalanced() {
        return unique == created + changed + unchanged + quarantined;
    }

    /// Returns the equation with its numbers.
    public String equation() {
        return "unique %,d %s created %,d + changed %,d + unchanged %,d + quarantined %,d"
                .formatted(
                        unique, isBalanced() ? "=" : "≠", created, changed, unchanged, quarantined);
    }

    /// Counts a run.
    public static RunCounts of(StoreQuery tables, String run) {
        NumberSet seen = seen(tables, run);
        long quarantined = 0;
        long created = 0;
        long changed = 0;
        long unchanged = 0;
        NumberSet touched = touched(tables, run);
        for (List<Long> chunk : seen.chunks(CHUNK)) {
            NumberSet bad = quarantined(tables, chunk);
            quarantined += bad.size();
            for (Found each : found(tables, chunk)) {
                if (bad.contains(each.number())) continue;
                if (each.createdRun().equals(run)) created++;
                else if (touched.contains(each.number())) changed++;
                else unchanged++;
            }
        }
        return new RunCounts(
                sum(tables, run),
                seen.size(),
                created,
                changed,
                unchanged,
                quarantined,
                removed(tables, run));
    }

    /// Returns the stones that a run's pages contained.
    static NumberSet seen(StoreQuery tables, String run) {
        NumberSet seen = new NumberSet();
        tables.query("select seen from diamond_pages where run_id = ?", row -> row.text(1), run)
                .forEach(seen::addAll);
        return seen;
    }

    /// Returns how many stones each partition of a run contained.
    public static Map<String, Long> byPartition(StoreQuery tables, String run) {
        record Seen(String partition, String numbers) {}
        Map<String, NumberSet> partitions = new HashMap<>();
        tables.query(
                        "select partition_id, seen from diamond_pages where run_id = ?",
                        row -> new Seen(row.text(1), row.text(2)),
                        run)
                .forEach(each ->
                        partitions
                                .computeIfAbsent(each.partition(), _ -> new NumberSet())
                                .addAll(each.numbers()));
        Map<String, Long> counts = new HashMap<>();
        partitions.forEach((partition, numbers) -> counts.put(partition, (long) numbers.size()));
        return counts;
    }

    private static long sum(StoreQuery tables, String run) {
        return tables.query(
                        "select coalesce(sum(items), 0) from diamond_pages where run_id = ?",
                        row -> row.number(1),
                        run)
                .getFirst();
    }

    private static NumberSet touched(StoreQuery tables, String run) {
        NumberSet touched = new NumberSet();
        tables.query(
                        "select distinct stone from diamond_changes where run_id = ?"
                                + " and kind <> 'removed'",
                        row -> row.number(1),
                        run)
                .forEach(touched::add);
        return touched;
    }

    private static long removed(StoreQuery tables, String run) {
        return tables.query(
                        "select count(*) from diamond_changes"
                                + " where run_id = ? and kind = 'removed'",
                        row -> row.number(1),
                        run)
                .getFirst();
    }

    private static NumberSet quarantined(StoreQuery tables, List<Long> numbers) {
        NumberSet found = new NumberSet();
        NumberSet asked = new NumberSet();
        numbers.forEach(asked::add);
        for (long each :
                tables.query(
                        "select number from diamond_quarantine where number between ? and ?",
                        row -> row.number(1),
                        numbers.getFirst(),
                        numbers.getLast())) {
            if (asked.contains(each)) found.add(each);
        }
        return found;
    }

    /// Reads a dense range as a range, and scattered numbers one by one.
    private static List<Found> found(StoreQuery tables, List<Long> numbers) {
        String columns = "select number, created_run from diamond_stones where removed_at is null";
        long span = numbers.getLast() - numbers.getFirst() + 1;
        if (span > (long) SCANNED_SHARE * numbers.size()) {
            return NumberLists.query(
                    tables,
                    columns + " and number in (…)",
                    row -> new Found(row.number(1), row.text(2)),
                    numbers);
        }
        NumberSet asked = new NumberSet();
        numbers.forEach(asked::add);
        return tables
                .query(
                        columns + " and number between ? and ?",
                        row -> new Found(row.number(1), row.text(2)),
                        numbers.getFirst(),
                        numbers.getLast())
                .stream()
                .filter(each -> asked.contains(each.number()))
                .toList();
    }

    private record Found(long number, String createdRun) {}
}
