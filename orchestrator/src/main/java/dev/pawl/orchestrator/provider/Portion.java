package dev.pawl.orchestrator.provider;

import java.util.List;

/// Some records, and the cursor that follows them; without records it only moves the cursor.
public record Portion<R>(List<R> records, String cursor) {
    public Portion {
        records = List.copyOf(records);
    }
}
