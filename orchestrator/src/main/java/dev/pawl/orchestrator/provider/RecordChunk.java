package dev.pawl.orchestrator.provider;

import java.util.List;

/// Records, and the cursor that follows them. A chunk without records only moves the cursor.
public record RecordChunk<R>(List<R> records, String cursor) {
    public RecordChunk {
        records = List.copyOf(records);
    }
}
