package dev.pawl.diamonds.canonical;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What to search for among the stones; immutable. Each method returns a narrower search.
///
/// Removed stones are found only with [#includingRemoved]. Results are ordered by price.
public final class StoneSearch {
    private static final BigDecimal THOUSAND = BigDecimal.valueOf(1_000);
    private static final int LIMIT_MAX = 1_000;

    private final List<Condition> conditions;
    private final boolean includesRemoved;
    private final int limit;

    private StoneSearch(List<Condition> conditions, boolean includesRemoved, int limit) {
        this.conditions = List.copyOf(conditions);
        this.includesRemoved = includesRemoved;
        this.limit = limit;
    }

    /// Returns the search for all live stones, 100 at a time.
    public static StoneSearch all() {
        return new StoneSearch(List.of(), false, 100);
    }

    public StoneSearch feed(String feed) {
        return and("feed = ?", feed);
    }

    public StoneSearch shape(String shape) {
        return and("shape = ?", shape.toUpperCase(Locale.ROOT));
    }

    public StoneSearch lab(String lab) {
        return and("lab = ?", lab.toUpperCase(Locale.ROOT));
    }

    public StoneSearch clarity(String clarity) {
        return and("clarity = ?", clarity.toUpperCase(Locale.ROOT));
    }

    public StoneSearch cut(String cut) {
        return and("cut = ?", cut.toUpperCase(Locale.ROOT));
    }

    /// Finds a grade such as `G` exactly, and a fancy colour by any of its words.
    public StoneSearch colour(String colour) {
        String capitals = colour.toUpperCase(Locale.ROOT);
        return capitals.length() == 1
                ? and("colour = ?", capitals)
                : and("colour like ? escape '!'", like(capitals));
    }

    public StoneSearch availability(String availability) {
        return and("availability = ?", availability.toUpperCase(Locale.ROOT));
    }

    public StoneSearch labGrown(boolean isLabGrown) {
        return and("lab_grown = ?", isLabGrown ? 1 : 0);
    }

    public StoneSearch caratFrom(BigDecimal carat) {
        return and("carat_thousandths >= ?", carat.multiply(THOUSAND).longValue());
    }

    public StoneSearch caratTo(BigDecimal carat) {
        return and("carat_thousandths <= ?", carat.multiply(THOUSAND).longValue());
    }

    /// Finds selling prices of at least this many cents.
    public StoneSearch priceFrom(long cents) {
        return and("price_cents >= ?", cents);
    }

    /// Finds selling prices of at most this many cents.
    public StoneSearch priceTo(long cents) {
        return and("price_cents <= ?", cents);
    }

    public StoneSearch ratingFrom(int rating) {
        return and("rating >= ?", rating);
    }

    /// Finds a text in the id, the certificate number or any other field.
    public StoneSearch text(String text) {
        return and(
                "lower(stone_id || ' ' || certificate || ' ' || details) like ? escape '!'",
                like(text.toLowerCase(Locale.ROOT)));
    }

    public StoneSearch includingRemoved() {
        return new StoneSearch(conditions, true, limit);
    }

    /// Finds at most this many stones, 1 to 1,000.
    public StoneSearch limit(int stones) {
        if (stones < 1 || stones > LIMIT_MAX) {
            throw new IllegalArgumentException(
                    "expected a limit from 1 to %,d, found %d".formatted(LIMIT_MAX, stones));
        }
        return new StoneSearch(conditions, includesRemoved, stones);
    }

    /// Continues after the last stone of a page of results.
    public StoneSearch after(StoneView last) {
        List<Condition> all = new ArrayList<>(conditions);
        all.add(
                new Condition(
                        "(price_cents > ? or (price_cents = ? and number > ?))",
                        List.of(last.priceCents(), last.priceCents(), last.number())));
        return new StoneSearch(all, includesRemoved, limit);
    }

    private StoneSearch and(String sql, Object value) {
        List<Condition> all = new ArrayList<>(conditions);
        all.add(new Condition(sql, List.of(value)));
        return new StoneSearch(all, includesRemoved, limit);
    }

    private static String like(String text) {
        return "%" + text.replace("!", "!!").replace("%", "!%").replace("_", "!_") + "%";
    }

    String where() {
        List<String> all = new ArrayList<>(conditions.stream().map(Condition::sql).toList());
        all.add(includesRemoved ? "1 = 1" : "removed_at is null");
        return String.join(" and ", all) + " order by price_cents, number limit " + limit;
    }

    Object[] parameters() {
        return conditions.stream().flatMap(each -> each.values().stream()).toArray();
    }

    private record Condition(String sql, List<Object> values) {}
}
