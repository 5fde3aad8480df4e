package dev.pawl.orchestrator;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What the tables say of all providers, at one moment.
final class Register {
    private static final int NEEDS = 21;

    private final Map<String, ProviderStats.Row> rows = new TreeMap<>();
    private final Map<String, List<String>> needs = new TreeMap<>();

    private Register() {}

    static Register read(Asking asking) {
        Register register = new Register();
        for (Entry each : asking.query(ProviderStats.Row.SQL, Entry::of)) {
            register.rows.put(each.row().id(), each.row());
            register.needs.put(each.row().id(), each.needs());
        }
        return register;
    }

    Optional<ProviderStats.Row> find(String id) {
        return Optional.ofNullable(rows.get(id));
    }

    /// Returns what a provider depends on that has not completed.
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
            return new Entry(ProviderStats.Row.of(row), Ledger.needs(row.text(NEEDS)));
        }
    }
}
