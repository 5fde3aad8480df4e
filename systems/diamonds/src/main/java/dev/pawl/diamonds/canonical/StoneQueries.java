package dev.pawl.diamonds.canonical;

import dev.pawl.diamonds.canonical.StoneLineage.RawView;
import dev.pawl.diamonds.table.StoreQuery;
import dev.pawl.machine.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Answers questions about the stones. Works on an engine as well as on a store without one.
public final class StoneQueries {
    private static final int CHANGES_MAX = 1_000;
    private static final String CHANGES =
            "select at, stone_id, kind, fields, run_id from ("
                    + "select c.at, s.stone_id, c.kind, c.fields, c.run_id, c.number as place"
                    + " from diamond_changes c join diamond_stones s on s.number = c.stone"
                    + " where %1$s union all "
                    + "select s.created_at, s.stone_id, 'created', '{}', s.created_run, 0"
                    + " from diamond_stones s where %2$s) as log"
                    + " order by at, place, stone_id limit ?";

    private final StoreQuery tables;

    public StoneQueries(StoreQuery tables) {
        this.tables = tables;
    }

    /// Returns the stones that a search finds, cheapest first.
    public List<StoneView> search(StoneSearch search) {
        return tables.query(
                "select %s from diamond_stones where %s"
                        .formatted(StoneView.COLUMNS, search.where()),
                StoneView::of,
                search.parameters());
    }

    /// Returns the changes at or after a time, oldest first, at most `limit`.
    public List<StoneChange> changes(Instant since, int limit) {
        String at = Times.text(since);
        return tables.query(
                CHANGES.formatted("c.at >= ?", "s.created_at >= ?"),
                StoneChange::of,
                at,
                at,
                limit);
    }

    /// Returns where a stone comes from, found by its id, stock number or certificate number.
    public Optional<StoneLineage> stone(String feed, String id) {
        List<Long> numbers =
                tables.query(
                        "select number from diamond_raw where stone_id = ? and feed = ?",
                        row -> row.number(1),
                        id,
                        feed);
        if (numbers.isEmpty()) {
            numbers =
                    search(StoneSearch.all().feed(feed).includingRemoved().text(id).limit(2))
                            .stream()
                            .map(StoneView::number)
                            .toList();
        }
        return numbers.size() == 1 ? lineage(numbers.getFirst()) : Optional.empty();
    }

    private Optional<StoneLineage> lineage(long number) {
        StoneView stone =
                tables
                        .query(
                                "select %s from diamond_stones where number = ?"
                                        .formatted(StoneView.COLUMNS),
                                StoneView::of,
                                number)
                        .stream()
                        .findFirst()
                        .orElse(null);
        List<StoneChange> changes =
                tables.query(
                        CHANGES.formatted("c.stone = ?", "s.number = ?"),
                        StoneChange::of,
                        number,
                        number,
                        CHANGES_MAX);
        String seen = lastSeenRun(number);
        return tables
                .query(
                        "select r.stone_id, r.revision, r.payload_hash, r.first_seen_at,"
                                + " r.missing_since, r.payload, p.feed, p.run_id, p.partition_id,"
                                + " p.page_offset, v.status, q.field, q.reason from diamond_raw r"
                                + " join diamond_pages p on p.number = r.page"
                                + " join raw_diamonds_nivoda v"
                                + " on v.stone_id = r.stone_id and v.feed = r.feed"
                                + " left join diamond_quarantine q on q.number = r.number"
                                + " where r.number = ?",
                        row ->
                                new StoneLineage(
                                        stone,
                                        raw(row),
                                        new PageOrigin(
                                                row.text(7),
                                                row.text(8),
                                                row.text(9),
                                                row.number(10)),
                                        row.text(11),
                                        row.isNull(12) ? null : row.text(12) + ": " + row.text(13),
                                        seen,
                                        changes),
                        number)
                .stream()
                .findFirst();
    }

    private static RawView raw(Transaction.Row row) {
        return new RawView(
                row.text(1),
                (int) row.number(2),
                row.text(3),
                row.text(4),
                row.isNull(5) ? null : row.text(5),
                row.isNull(6) ? null : row.text(6));
    }

    private @Nullable String lastSeenRun(long number) {
        return tables
                .query(
                        "select run_id from diamond_pages where"
                                + " replace(replace(seen, '[', ','), ']', ',') like ?"
                                + " order by number desc limit 1",
                        row -> row.text(1),
                        "%," + number + ",%")
                .stream()
                .findFirst()
                .orElse(null);
    }

    /// Returns counts over all feeds.
    public StoneStats stats() {
        return counted("1 = 1");
    }

    /// Returns the counts of one feed.
    public StoneStats stats(String feed) {
        return counted("feed = ?", feed);
    }

    private StoneStats counted(String condition, Object... parameters) {
        long raw = count("diamond_raw", condition, parameters);
        long quarantined = count("diamond_quarantine", condition, parameters);
        return tables.query(
                        "select coalesce(sum(live), 0),"
                                + " count(case when availability = 'AVAILABLE' and live = 1"
                                + " then 1 end),"
                                + " count(case when availability = 'ON_HOLD' and live = 1"
                                + " then 1 end),"
                                + " count(*), coalesce(sum(live * supplier_price_cents), 0)"
                                + " from (select availability, supplier_price_cents,"
                                + " case when removed_at is null then 1 else 0 end as live"
                                + " from diamond_stones where "
                                + condition
                                + ") as stones",
                        row ->
                                new StoneStats(
                                        raw,
                                        row.number(1),
                                        row.number(2),
                                        row.number(3),
                                        row.number(4) - row.number(1),
                                        quarantined,
                                        row.number(5)),
                        parameters)
                .getFirst();
    }

    private long count(String table, String condition, Object... parameters) {
        return tables.query(
                        "select count(*) from %s where %s".formatted(table, condition),
                        row -> row.number(1),
                        parameters)
                .getFirst();
    }

    /// Returns the values that the vocabulary lacks, most frequent first.
    public List<UnknownCount> unknownValues() {
        return tables.query(
                "select feed, field, value, seen, example from diamond_unknown_values"
                        + " order by seen desc, feed, field, value",
                row ->
                        new UnknownCount(
                                row.text(1), row.text(2), row.text(3), row.number(4), row.text(5)));
    }

    /// A value that the vocabulary lacks, how often it was seen, and a stone that has it.
    public record UnknownCount(
            String feed, String field, String value, long seen, String example) {}
}
