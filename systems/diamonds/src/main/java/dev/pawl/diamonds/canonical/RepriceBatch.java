package dev.pawl.diamonds.canonical;

import dev.pawl.diamonds.pricing.PricedStone;
import dev.pawl.diamonds.pricing.Quote;
import dev.pawl.diamonds.pricing.StoneType;
import dev.pawl.diamonds.rating.RatingRule;
import dev.pawl.diamonds.rules.RuleBook;
import dev.pawl.diamonds.table.BulkInsert;
import dev.pawl.diamonds.table.StoreQuery;
import dev.pawl.machine.Transaction;
import dev.pawl.machine.Transaction.Flavour;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Prices and rates a range of live stones again, or restores what they had before.
///
/// A range is read and written in one transaction. The old price, rule and rating of each changed
/// stone are kept as the snapshot of the job.
public final class RepriceBatch {
    private static final BulkInsert SNAPSHOT =
            BulkInsert.into(
                    "diamond_price_snapshots",
                    "job text",
                    "stone bigint",
                    "price_cents bigint",
                    "rule_id text",
                    "rating integer",
                    "new_price_cents bigint");
    private static final String UPDATE =
            "update diamond_stones set price_cents = ?, rule_id = ?, rating = ?, updated_at = ?"
                    + " where number = ?";

    private RepriceBatch() {}

    /// The stones with numbers above `after`, up to `upTo`, in a job.
    public record Range(String job, long after, long upTo) {}

    /// Returns the greatest of the next `limit` numbers of live stones, or `after` if none follows.
    public static long upTo(StoreQuery tables, long after, int limit) {
        return greatest(
                tables.query(
                        "select number from diamond_stones where number > ? and removed_at is null"
                                + " order by number limit ?",
                        row -> row.number(1),
                        after,
                        limit),
                after);
    }

    /// Returns the greatest of the next `limit` numbers in the snapshot of a job, or `after`.
    public static long upTo(StoreQuery tables, String job, long after, int limit) {
        return greatest(
                tables.query(
                        "select stone from diamond_price_snapshots where job = ? and stone > ?"
                                + " order by stone limit ?",
                        row -> row.number(1),
                        job,
                        after,
                        limit),
                after);
    }

    private static long greatest(List<Long> numbers, long otherwise) {
        return numbers.isEmpty() ? otherwise : numbers.getLast();
    }

    /// Returns how many stones a job has changed.
    public static long changed(StoreQuery tables, String job) {
        return tables.query(
                        "select count(*) from diamond_price_snapshots where job = ?",
                        row -> row.number(1),
                        job)
                .getFirst();
    }

    /// Returns how many stones have an entry of a run in the change log.
    public static long logged(StoreQuery tables, String run) {
        return tables.query(
                        "select count(distinct stone) from diamond_changes where run_id = ?",
                        row -> row.number(1),
                        run)
                .getFirst();
    }

    /// Applies rules to a range.
    public static void apply(Transaction tx, Range range, RuleBook rules, Instant now) {
        List<Object[]> snapshots = new ArrayList<>();
        List<Priced> changes = new ArrayList<>();
        for (StoneView stone : stones(tx, range)) {
            Priced before = Priced.of(stone);
            Priced after = priced(stone, rules);
            if (before.equals(after)) continue;
            snapshots.add(
                    new Object[] {
                        range.job(),
                        stone.number(),
                        before.priceCents(),
                        before.ruleId(),
                        before.rating(),
                        after.priceCents()
                    });
            changes.add(before);
            changes.add(after);
        }
        SNAPSHOT.insert(tx, snapshots);
        write(tx, range.job(), changes, Times.text(now));
    }

    /// Restores the stones of a range that still have the price that the job gave them.
    public static void revert(Transaction tx, Range range, String by, Instant now) {
        Map<Long, Priced> old = new HashMap<>();
        Map<Long, Long> given = new HashMap<>();
        tx.query(
                        "select stone, price_cents, rule_id, rating, new_price_cents"
                                + " from diamond_price_snapshots"
                                + " where job = ? and stone > ? and stone <= ?",
                        row -> {
                            given.put(row.number(1), row.number(5));
                            return new Priced(
                                    row.number(1), row.number(2), row.text(3), (int) row.number(4));
                        },
                        range.job(),
                        range.after(),
                        range.upTo())
                .forEach(each -> old.put(each.number(), each));
        List<Priced> changes = new ArrayList<>();
        for (StoneView stone : stones(tx, range)) {
            Priced before = Priced.of(stone);
            Priced after = old.get(stone.number());
            Long expected = given.get(stone.number());
            if (after == null || expected == null || expected != stone.priceCents()) continue;
            if (before.equals(after)) continue;
            changes.add(before);
            changes.add(after);
        }
        write(tx, by, changes, Times.text(now));
    }

    private static List<StoneView> stones(Transaction tx, Range range) {
        String lock = tx.flavour() == Flavour.POSTGRESQL ? " for update" : "";
        return tx.query(
                "select %s from diamond_stones where number > ? and number <= ?"
                                .formatted(StoneView.COLUMNS)
                        + " and removed_at is null order by number"
                        + lock,
                StoneView::of,
                range.after(),
                range.upTo());
    }

    private static Priced priced(StoneView stone, RuleBook rules) {
        Map<String, String> fields = new HashMap<>(stone.fields());
        Quote quote = rules.prices().quote(pricedStone(stone));
        fields.put("price_cents", Long.toString(quote.priceCents()));
        int rating = rules.ratings().rate(fields).map(RatingRule::rating).orElse(0);
        return new Priced(stone.number(), quote.priceCents(), quote.ruleId(), rating);
    }

    /// Returns what the price of a stored stone depends on.
    static PricedStone pricedStone(StoneView stone) {
        Map<String, String> fields = stone.fields();
        return new PricedStone(
                stone.feed(),
                type(fields),
                new BigDecimal(fields.getOrDefault("carat", "1")),
                Long.parseLong(fields.getOrDefault("supplier_price_cents", "0")));
    }

    private static StoneType type(Map<String, String> fields) {
        if (fields.containsKey("colour_hue") || fields.containsKey("colour_intensity")) {
            return StoneType.FANCY;
        }
        return fields.getOrDefault("lab_grown", "").equals("true")
                ? StoneType.LAB
                : StoneType.NATURAL;
    }

    /// Writes pairs of old and new prices.
    private static void write(Transaction tx, String run, List<Priced> pairs, String now) {
        ChangeLog log = new ChangeLog(tx, now);
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < pairs.size(); i += 2) {
            Priced before = pairs.get(i);
            Priced after = pairs.get(i + 1);
            rows.add(
                    new Object[] {
                        after.priceCents(), after.ruleId(), after.rating(), now, after.number()
                    });
            log.differences(
                    after.number(), StoneRow.differences(before.fields(), after.fields()), run);
        }
        tx.updateAll(UPDATE, rows);
        log.flush();
    }

    /// What a job changes about a stone.
    private record Priced(long number, long priceCents, String ruleId, int rating) {
        static Priced of(StoneView stone) {
            return new Priced(
                    stone.number(),
                    stone.priceCents(),
                    stone.ruleId(),
                    Integer.parseInt(stone.fields().getOrDefault("rating", "0")));
        }

        Map<String, String> fields() {
            return Map.of(
                    "price_cents", Long.toString(priceCents), "rating", Integer.toString(rating));
        }
    }
}
