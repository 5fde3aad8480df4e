package dev.pawl.orchestrator;

import dev.pawl.orchestrator.lifecycle.ProviderEnd;
import dev.pawl.orchestrator.provider.TableQuery;
import dev.pawl.orchestrator.tables.ProviderTables;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The rows of all providers, read at once.
final class ProviderOverview {
    private static final int NEEDS = 21;

    private final Map<String, ProviderStats.Row> rows = new TreeMap<>();
    private final Map<String, List<String>> needs = new TreeMap<>();

    private ProviderOverview() {}

    static ProviderOverview read(TableQuery tables) {
        ProviderOverview overview = new ProviderOverview();
        for (Entry each : tables.query(ProviderStats.Row.SQL, Entry::of)) {
            overview.rows.put(each.row().id(), each.row());
            overview.needs.put(each.row().id(), each.needs());
        }
        return overview;
    }

    Optional<ProviderStats.Row> find(String id) {
        return Optional.ofNullable(rows.get(id));
    }

    /// Returns the dependencies of a provider that have not completed.
    List<String> blockers(String id) {
        return needs.getOrDefault(id, List.of()).stream()
                .filter(other -> !isCompleted(rows.get(other)))
                .toList();
    }

    private static boolean isCompleted(ProviderStats.@Nullable Row row) {
        return row != null
                && !row.isWanted()
                && ProviderEnd.Cause.COMPLETED.name().equals(row.cause());
    }

    private record Entry(ProviderStats.Row row, List<String> needs) {
        static Entry of(dev.pawl.machine.Transaction.Row row) {
            return new Entry(ProviderStats.Row.of(row), ProviderTables.needs(row.text(NEEDS)));
        }
    }
}
