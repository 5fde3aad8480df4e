package dev.pawl.benchmarks.diamonds;

import dev.pawl.diamonds.mapping.MappingResult;
import dev.pawl.diamonds.mapping.StoneMapping;
import dev.pawl.diamonds.pricing.PricedStone;
import dev.pawl.diamonds.pricing.Quote;
import dev.pawl.diamonds.rating.RatingRule;
import dev.pawl.diamonds.rules.RuleBook;
import dev.pawl.diamonds.stone.ContentHash;
import dev.pawl.diamonds.stone.Stone;
import dev.pawl.diamonds.supplier.SupplierItem;
import dev.pawl.machine.JsonCodec;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A stone as the bare client writes it: the values of both its rows.
final class BareRow {
    static final List<String> RAW =
            List.of(
                    "number bigint",
                    "feed text",
                    "stone_id text",
                    "page bigint",
                    "revision integer",
                    "payload_hash text",
                    "first_seen_at text",
                    "payload text");
    static final List<String> CANONICAL =
            List.of(
                    "number bigint",
                    "feed text",
                    "stone_id text",
                    "revision integer",
                    "content_hash text",
                    "mapping_version integer",
                    "shape text",
                    "carat_thousandths bigint",
                    "colour text",
                    "clarity text",
                    "cut text",
                    "lab text",
                    "certificate text",
                    "availability text",
                    "lab_grown integer",
                    "supplier_price_cents bigint",
                    "price_cents bigint",
                    "rule_id text",
                    "rating integer",
                    "details text",
                    "created_run text",
                    "created_at text",
                    "updated_run text",
                    "updated_at text");

    private static final List<String> COLUMNS =
            List.of(
                    "shape",
                    "clarity",
                    "cut",
                    "lab",
                    "certificate",
                    "availability",
                    "lab_grown",
                    "supplier_price_cents");
    private static final StoneMapping MAPPING = new StoneMapping(false);

    private final Object[] raw;
    private final Object[] canonical;

    private BareRow(Object[] raw, Object[] canonical) {
        this.raw = raw;
        this.canonical = canonical;
    }

    /// Maps, prices and rates an item with the code of the system.
    static BareRow of(SupplierItem item, long number, long page, Terms terms) {
        RuleBook rules = terms.rules();
        String now = terms.now();
        if (!(MAPPING.map(item.payload()) instanceof MappingResult.Mapped mapped)) {
            throw new IllegalStateException("a stone without a mapping: " + item.payload());
        }
        Stone stone = mapped.stone();
        Quote quote = rules.prices().quote(PricedStone.of(DiamondsSystem.FEED, stone));
        Map<String, String> fields = stone.fields();
        Map<String, String> rated = new HashMap<>(fields);
        rated.put("price_cents", Long.toString(quote.priceCents()));
        int rating = rules.ratings().rate(rated).map(RatingRule::rating).orElse(0);
        Map<String, String> details = new TreeMap<>(fields);
        COLUMNS.forEach(details::remove);
        Object[] raw = {
            number, DiamondsSystem.FEED, item.id(), page, 1, item.hash(), now, item.payload()
        };
        Object[] canonical = {
            number,
            DiamondsSystem.FEED,
            item.id(),
            1,
            ContentHash.of(fields),
            StoneMapping.VERSION,
            text(fields, "shape"),
            new BigDecimal(text(fields, "carat")).movePointRight(3).longValue(),
            stone.grading().colour().text(),
            text(fields, "clarity"),
            text(fields, "cut"),
            text(fields, "lab"),
            text(fields, "certificate"),
            text(fields, "availability"),
            stone.isLabGrown() ? 1 : 0,
            stone.offer().priceCents(),
            quote.priceCents(),
            quote.ruleId(),
            rating,
            JsonCodec.JSON.encode(details).text(),
            BareClient.RUN,
            now,
            BareClient.RUN,
            now
        };
        return new BareRow(raw, canonical);
    }

    Object[] raw() {
        return raw;
    }

    Object[] canonical() {
        return canonical;
    }

    /// The rules of a load, and its time.
    record Terms(RuleBook rules, String now) {
        static Terms at(Instant time) {
            return new Terms(RuleBook.standard(time), time.toString());
        }
    }

    private static String text(Map<String, String> fields, String name) {
        return fields.getOrDefault(name, "");
    }
}
