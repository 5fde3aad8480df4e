package dev.pawl.diamonds.canonical;

import dev.pawl.diamonds.canonical.PreparedStone.Payload;
import dev.pawl.diamonds.table.BulkInsert;
import dev.pawl.machine.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;

/// Records what changed about stones. That a stone was created is recorded by its own row.
final class ChangeLog {
    private static final BulkInsert INSERT =
            BulkInsert.into(
                    "diamond_changes",
                    "stone bigint",
                    "kind text",
                    "fields text",
                    "run_id text",
                    "at text");
    private static final Set<String> PRICES = Set.of("supplier_price_cents", "price_cents");
    private static final JsonMapper JSON = JsonMapper.shared();

    private final Transaction tx;
    private final String now;
    private final List<Object[]> rows = new ArrayList<>();

    ChangeLog(Transaction tx, String now) {
        this.tx = tx;
        this.now = now;
    }

    void returned(Payload payload) {
        add(payload.number(), "returned", Map.of(), payload.run());
    }

    void removed(long number, String run) {
        add(number, "removed", Map.of(), run);
    }

    /// Adds an entry for the price, one for the availability, and one for all other fields.
    void differences(Payload payload, Map<String, List<String>> all) {
        differences(payload.number(), all, payload.run());
    }

    void differences(long number, Map<String, List<String>> all, String run) {
        Map<String, List<String>> price = new TreeMap<>();
        Map<String, List<String>> availability = new TreeMap<>();
        Map<String, List<String>> others = new TreeMap<>();
        all.forEach((field, values) -> {
            if (PRICES.contains(field)) price.put(field, values);
            else if (field.equals("availability")) availability.put(field, values);
            else others.put(field, values);
        });
        if (!price.isEmpty()) add(number, "price", price, run);
        if (!availability.isEmpty()) add(number, "availability", availability, run);
        if (!others.isEmpty()) add(number, "changed", others, run);
    }

    private void add(long number, String kind, Map<String, List<String>> fields, String run) {
        rows.add(new Object[] {number, kind, JSON.writeValueAsString(fields), run, now});
    }

    void flush() {
        INSERT.insert(tx, rows);
        rows.clear();
    }
}
