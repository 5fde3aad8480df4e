package dev.pawl.diamonds.canonical;

import dev.pawl.diamonds.canonical.PreparedStone.Ready;
import dev.pawl.diamonds.mapping.StoneMapping;
import dev.pawl.diamonds.table.BulkInsert;
import dev.pawl.machine.Transaction;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// The row of a canonical stone: columns that are searched by, and the other fields as JSON.
final class StoneRow {
    static final BulkInsert INSERT =
            BulkInsert.into(
                    "diamond_stones",
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
                    "updated_run text",
                    "updated_at text",
                    "number bigint",
                    "feed text",
                    "stone_id text",
                    "created_run text",
                    "created_at text");
    static final String UPDATE =
            "update diamond_stones set revision = ?, content_hash = ?, mapping_version = ?,"
                    + " shape = ?, carat_thousandths = ?, colour = ?, clarity = ?, cut = ?,"
                    + " lab = ?, certificate = ?, availability = ?, lab_grown = ?,"
                    + " supplier_price_cents = ?, price_cents = ?, rule_id = ?, rating = ?,"
                    + " details = ?, updated_run = ?, updated_at = ?, removed_at = null"
                    + " where number = ? and revision = ? and price_cents = ?";

    /// The columns that [#fields] reads, in its order.
    static final String FIELD_COLUMNS =
            "shape, carat_thousandths, clarity, cut, lab, certificate, availability, lab_grown,"
                    + " supplier_price_cents, price_cents, rating, details";

    private static final int SHARED = 19;
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final TypeReference<TreeMap<String, String>> TEXTS = new TypeReference<>() {};
    private static final BigDecimal THOUSAND = BigDecimal.valueOf(1_000);
    private static final Set<String> COLUMNS =
            Set.of(
                    "shape",
                    "clarity",
                    "cut",
                    "lab",
                    "certificate",
                    "availability",
                    "lab_grown",
                    "supplier_price_cents");

    private StoneRow() {}

    /// Returns the values of [#INSERT].
    static Object[] created(Ready stone, String feed, String now) {
        Object[] values = Arrays.copyOf(shared(stone, now), SHARED + 5);
        values[SHARED] = stone.payload().number();
        values[SHARED + 1] = feed;
        values[SHARED + 2] = stone.payload().stoneId();
        values[SHARED + 3] = stone.payload().run();
        values[SHARED + 4] = now;
        return values;
    }

    /// Returns the values of [#UPDATE]; it changes nothing if the stone no longer has this revision
    /// and price.
    static Object[] updated(Ready stone, int revision, long priceCents, String now) {
        Object[] values = Arrays.copyOf(shared(stone, now), SHARED + 3);
        values[SHARED] = stone.payload().number();
        values[SHARED + 1] = revision;
        values[SHARED + 2] = priceCents;
        return values;
    }

    private static Object[] shared(Ready stone, String now) {
        Map<String, String> fields = stone.fields();
        return new Object[] {
            stone.payload().revision(),
            stone.hash(),
            StoneMapping.VERSION,
            text(fields, "shape"),
            new BigDecimal(text(fields, "carat"))
                    .multiply(THOUSAND)
                    .setScale(0, RoundingMode.HALF_UP)
                    .longValueExact(),
            stone.colour(),
            text(fields, "clarity"),
            text(fields, "cut"),
            text(fields, "lab"),
            text(fields, "certificate"),
            text(fields, "availability"),
            text(fields, "lab_grown").equals("true") ? 1 : 0,
            Long.parseLong(text(fields, "supplier_price_cents")),
            stone.priceCents(),
            stone.ruleId(),
            stone.rating(),
            details(fields),
            stone.payload().run(),
            now
        };
    }

    private static String text(Map<String, String> fields, String name) {
        return fields.getOrDefault(name, "");
    }

    private static String details(Map<String, String> fields) {
        Map<String, String> others = new TreeMap<>(fields);
        others.keySet().removeAll(COLUMNS);
        return JSON.writeValueAsString(others);
    }

    /// Returns the fields of a stored stone, from column `first` on, with its price and rating.
    static Map<String, String> fields(Transaction.Row row, int first) {
        Map<String, String> fields = JSON.readValue(row.text(first + 11), TEXTS);
        put(fields, "shape", row.text(first));
        put(fields, "clarity", row.text(first + 2));
        put(fields, "cut", row.text(first + 3));
        put(fields, "lab", row.text(first + 4));
        put(fields, "certificate", row.text(first + 5));
        put(fields, "availability", row.text(first + 6));
        put(fields, "lab_grown", Boolean.toString(row.number(first + 7) != 0));
        put(fields, "supplier_price_cents", Long.toString(row.number(first + 8)));
        put(fields, "price_cents", Long.toString(row.number(first + 9)));
        put(fields, "rating", rating((int) row.number(first + 10)));
        return fields;
    }

    /// Returns the fields of a prepared stone in the form of [#fields].
    static Map<String, String> fields(Ready stone) {
        Map<String, String> fields = new HashMap<>(stone.fields());
        put(fields, "price_cents", Long.toString(stone.priceCents()));
        put(fields, "rating", rating(stone.rating()));
        return fields;
    }

    private static String rating(int rating) {
        return rating == 0 ? "" : Integer.toString(rating);
    }

    private static void put(Map<String, String> fields, String name, String value) {
        if (!value.isEmpty()) fields.put(name, value);
    }

    /// Returns which fields differ, each with its old and new value.
    static Map<String, List<String>> differences(
            Map<String, String> before, Map<String, String> after) {
        Map<String, List<String>> differences = new TreeMap<>();
        for (String name : names(before, after)) {
            String old = before.getOrDefault(name, "");
            String now = after.getOrDefault(name, "");
            if (!old.equals(now)) differences.put(name, List.of(old, now));
        }
        return differences;
    }

    private static List<String> names(Map<String, String> before, Map<String, String> after) {
        List<String> names = new ArrayList<>(before.keySet());
        for (String name : after.keySet()) if (!before.containsKey(name)) names.add(name);
        return names;
    }
}
