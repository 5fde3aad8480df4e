package dev.pawl.cli.diamonds.stones;

import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.Shell;
import dev.pawl.diamonds.canonical.StoneView;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Stones as a table, and as JSON. Programs rely on the field names.
final class StoneTable {
    private StoneTable() {}

    static Table of(Shell shell, List<StoneView> stones) {
        Table table =
                shell.table(
                        "STONE",
                        "SHAPE",
                        "CARAT",
                        "COLOUR",
                        "CLARITY",
                        "CUT",
                        "LAB",
                        "STATE",
                        "SUPPLIER",
                        "PRICE",
                        "RULE");
        for (StoneView each : stones) {
            table.row(
                    each.stoneId(),
                    field(each, "shape"),
                    field(each, "carat"),
                    each.colour(),
                    field(each, "clarity"),
                    field(each, "cut"),
                    field(each, "lab"),
                    each.removedAt() == null ? field(each, "availability") : "REMOVED",
                    dollars(Long.parseLong(field(each, "supplier_price_cents"))),
                    dollars(each.priceCents()),
                    each.ruleId());
        }
        return table;
    }

    static String field(StoneView stone, String name) {
        return stone.fields().getOrDefault(name, "");
    }

    static String dollars(long cents) {
        return "%,d.%02d".formatted(cents / 100, Math.abs(cents % 100));
    }

    static Map<String, @Nullable Object> json(StoneView stone) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", stone.stoneId());
        json.put("feed", stone.feed());
        json.put("colour", stone.colour());
        json.put("priceCents", stone.priceCents());
        json.put("rule", stone.ruleId());
        json.put("removedAt", stone.removedAt());
        json.put("fields", stone.fields());
        return json;
    }
}
