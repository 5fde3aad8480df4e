package dev.pawl.diamonds.canonical;

import dev.pawl.machine.Transaction;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A stone as the table holds it; `fields` are all that have a value, by name.
public record StoneView(
        long number,
        String feed,
        String stoneId,
        String colour,
        long priceCents,
        String ruleId,
        Map<String, String> fields,
        @Nullable String removedAt) {
    static final String COLUMNS =
            "number, feed, stone_id, colour, price_cents, rule_id, removed_at, "
                    + StoneRow.FIELD_COLUMNS;

    static StoneView of(Transaction.Row row) {
        return new StoneView(
                row.number(1),
                row.text(2),
                row.text(3),
                row.text(4),
                row.number(5),
                row.text(6),
                StoneRow.fields(row, 8),
                row.isNull(7) ? null : row.text(7));
    }
}
