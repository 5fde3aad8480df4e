package dev.pawl.diamonds.rules;

import dev.pawl.diamonds.pricing.PriceList;
import dev.pawl.diamonds.pricing.PricingRule;
import dev.pawl.diamonds.rating.FieldCondition;
import dev.pawl.diamonds.rating.RatingRule;
import dev.pawl.diamonds.rating.Ratings;
import dev.pawl.diamonds.table.StoreQuery;
import dev.pawl.machine.Transaction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// Adds, retires, lists and tries rules.
public final class PricingRules {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();
    private static final int SCAN = 10_000;

    private PricingRules() {}

    /// Adds the rules of a new installation, if there never was one.
    public static void seed(Transaction tx, Instant now) {
        boolean isNew = tx.query("select id from diamond_rules limit 1", r -> r.text(1)).isEmpty();
        if (!isNew) return;
        for (PricingRule rule : PriceList.brackets()) add(tx, rule, "installation", now);
        for (RatingRule rule : Ratings.standard()) add(tx, rule, "installation", now);
    }

    /// Adds a rule; refuses an id that any rule, even a retired one, has.
    public static void add(Transaction tx, PricingRule rule, String actor, Instant now) {
        insert(tx, new Stored(rule.id(), "pricing", JSON.writeValueAsString(rule)), actor, now);
    }

    /// Adds a rating rule.
    public static void add(Transaction tx, RatingRule rule, String actor, Instant now) {
        SortedMap<String, String> conditions = new TreeMap<>();
        rule.conditions().forEach((field, condition) -> conditions.put(field, condition.text()));
        StoredRating rating =
                new StoredRating(rule.id(), rule.priority(), rule.rating(), conditions);
        insert(tx, new Stored(rule.id(), "rating", JSON.writeValueAsString(rating)), actor, now);
    }

    private static void insert(Transaction tx, Stored rule, String actor, Instant now) {
        int added =
                tx.update(
                        "insert into diamond_rules (id, kind, definition, added_by, added_at)"
                                + " values (?, ?, ?, ?, ?) on conflict do nothing",
                        rule.id(),
                        rule.kind(),
                        rule.definition(),
                        actor,
                        now.toString());
        if (added == 0) {
            throw new IllegalArgumentException(
                    "expected a new id, found a rule '%s' that exists or existed"
                            .formatted(rule.id()));
        }
    }

    /// Ends a rule; returns whether it was in use.
    public static boolean retire(Transaction tx, String id, Instant now) {
        return tx.update(
                        "update diamond_rules set retired_at = ?"
                                + " where id = ? and retired_at is null",
                        now.toString(),
                        id)
                == 1;
    }

    /// Returns the pricing rules that were in use at a time, whether in effect or not.
    public static List<PricingRule> pricing(StoreQuery tables, Instant at) {
        return definitions(tables, "pricing", at).stream()
                .map(text -> JSON.readValue(text, PricingRule.class))
                .toList();
    }

    /// Returns the rating rules that were in use at a time.
    public static List<RatingRule> rating(StoreQuery tables, Instant at) {
        return definitions(tables, "rating", at).stream()
                .map(text -> JSON.readValue(text, StoredRating.class).rule())
                .toList();
    }

    /// Returns the prices at a time.
    public static PriceList prices(StoreQuery tables, Instant at) {
        return PriceList.at(at, pricing(tables, at), RateTable.at(tables, at));
    }

    private static List<String> definitions(StoreQuery tables, String kind, Instant at) {
        record Use(String definition, Instant added, Instant retired) {}
        List<Use> all =
                tables.query(
                        "select definition, added_at, retired_at from diamond_rules where kind = ?"
                                + " order by id",
                        row ->
                                new Use(
                                        row.text(1),
                                        Instant.parse(row.text(2)),
                                        row.isNull(3) ? Instant.MAX : Instant.parse(row.text(3))),
                        kind);
        return all.stream()
                .filter(use -> !use.added().isAfter(at) && use.retired().isAfter(at))
                .map(Use::definition)
                .toList();
    }

    /// Returns what the rules of a time would do if `candidate` were one of them; changes nothing.
    public static PricingImpact test(StoreQuery tables, PricingRule candidate, Instant at) {
        List<PricingRule> rules = new ArrayList<>(pricing(tables, at));
        rules.removeIf(rule -> rule.id().equals(candidate.id()));
        rules.add(candidate);
        return impact(tables, rules, at);
    }

    /// Returns what repricing by the rules of a time would do; changes nothing.
    public static PricingImpact impact(StoreQuery tables, Instant at) {
        return impact(tables, pricing(tables, at), at);
    }

    private static PricingImpact impact(StoreQuery tables, List<PricingRule> rules, Instant at) {
        PriceList prices = PriceList.at(at, rules, RateTable.at(tables, at));
        List<String> warnings = PriceList.overlaps(rules);
        PricingImpact impact = new PricingImpact(0, 0, 0, 0, 0, warnings);
        long last = 0;
        while (true) {
            List<PricedRow> rows = PricedRow.after(tables, last, SCAN);
            for (PricedRow row : rows) {
                long before = row.priceCents();
                long after = prices.quote(row.stone()).priceCents();
                impact =
                        new PricingImpact(
                                impact.examined() + 1,
                                impact.dearer() + (after > before ? 1 : 0),
                                impact.cheaper() + (after < before ? 1 : 0),
                                impact.totalBeforeCents() + before,
                                impact.totalAfterCents() + after,
                                warnings);
            }
            if (rows.size() < SCAN) return impact;
            last = rows.getLast().number();
        }
    }

    /// Returns how many live stones each rule prices.
    public static List<RuleHits> stats(StoreQuery tables) {
        return tables.query(
                "select rule_id, count(*), sum(supplier_price_cents), sum(price_cents)"
                        + " from diamond_stones where removed_at is null"
                        + " group by rule_id order by rule_id",
                row -> new RuleHits(row.text(1), row.number(2), row.number(3), row.number(4)));
    }

    private record Stored(String id, String kind, String definition) {}

    /// A rating rule as JSON holds it; its conditions are texts.
    private record StoredRating(
            String id, int priority, int rating, SortedMap<String, String> conditions) {
        RatingRule rule() {
            SortedMap<String, FieldCondition> parsed = new TreeMap<>();
            conditions.forEach((field, text) -> parsed.put(field, FieldCondition.parse(text)));
            return new RatingRule(id, priority, rating, parsed);
        }
    }
}
