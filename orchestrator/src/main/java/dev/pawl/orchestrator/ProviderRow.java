package dev.pawl.orchestrator;

import dev.pawl.machine.Transaction.Row;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the tables say of a provider's work.
///
/// @param isWanted whether it is to be started as soon as it can be
/// @param isWhole whether its next or present cycle reads everything
/// @param cycle the number of its last or present cycle
/// @param isOpen whether that cycle goes on
/// @param position the cursor that follows the last batch
/// @param limits what is remembered of its source's limits
/// @param end how it ended, if it has
record ProviderRow(
        String id,
        boolean isWanted,
        boolean isWhole,
        long cycle,
        boolean isOpen,
        String position,
        @Nullable String limits,
        @Nullable ProviderEnd end) {
    private static final String COLUMNS =
            "id, wanted, whole, cycle, cycle_open, position, limits, cause, detail";

    static Optional<ProviderRow> find(Asking asking, String id) {
        String sql = "select " + COLUMNS + " from providers where id = ?";
        return asking.query(sql, ProviderRow::of, id).stream().findFirst();
    }

    static List<ProviderRow> all(Asking asking) {
        return asking.query("select " + COLUMNS + " from providers order by id", ProviderRow::of);
    }

    private static ProviderRow of(Row row) {
        ProviderEnd end =
                row.isNull(8)
                        ? null
                        : new ProviderEnd(
                                ProviderEnd.Cause.valueOf(row.text(8)),
                                row.isNull(9) ? "" : row.text(9));
        return new ProviderRow(
                row.text(1),
                row.number(2) != 0,
                row.number(3) != 0,
                row.number(4),
                row.number(5) != 0,
                row.text(6),
                row.isNull(7) ? null : row.text(7),
                end);
    }
}
