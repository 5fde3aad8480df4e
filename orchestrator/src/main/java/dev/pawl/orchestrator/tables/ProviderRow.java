package dev.pawl.orchestrator.tables;

import dev.pawl.machine.Transaction.Row;
import dev.pawl.orchestrator.lifecycle.ProviderEnd;
import dev.pawl.orchestrator.provider.TableQuery;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a provider's work needs to know of its row.
///
/// @param isWanted whether it should start as soon as it can
/// @param isWhole whether its current or next cycle reads everything
/// @param cycle the number of its current or last cycle
/// @param isOpen whether that cycle is unfinished
/// @param position the cursor after the last batch
/// @param limits the stored limits of its source, as JSON
/// @param end how it ended, if it has
public record ProviderRow(
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

    public static Optional<ProviderRow> find(TableQuery tables, String id) {
        String sql = "select " + COLUMNS + " from providers where id = ?";
        return tables.query(sql, ProviderRow::of, id).stream().findFirst();
    }

    public static List<ProviderRow> all(TableQuery tables) {
        return tables.query("select " + COLUMNS + " from providers order by id", ProviderRow::of);
    }

    /// Returns the last note about a provider, or "".
    public static String detail(TableQuery tables, String id) {
        String sql = "select coalesce(detail, '') from providers where id = ?";
        return tables.query(sql, row -> row.text(1), id).stream().findFirst().orElse("");
    }

    public boolean hasCompleted() {
        return end != null && end.cause() == ProviderEnd.Cause.COMPLETED;
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
