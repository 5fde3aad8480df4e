package dev.pawl.orchestrator.conformance;

import dev.pawl.orchestrator.provider.RecordMapping;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What one reading of a source returned, and the failure that ended it, if any.
record Transcript(
        RecordMapping<Object, Object> mapping, List<Chunk> chunks, @Nullable Exception problem) {
    Transcript {
        chunks = List.copyOf(chunks);
    }

    List<Object> records() {
        return chunks.stream().flatMap(chunk -> chunk.records().stream()).toList();
    }

    /// Returns the records in comparable form, and the failure as the last of them.
    List<ComparableRecord> comparable(boolean exact) {
        List<ComparableRecord> all = new ArrayList<>();
        for (Object each : records()) {
            ComparableRecord comparable = ComparableRecord.of(mapping, each);
            all.add(exact ? comparable : comparable.nameOnly());
        }
        if (problem != null) all.add(ComparableRecord.of(problem));
        return all;
    }

    /// The records of a chunk, and the cursor that follows them.
    record Chunk(List<Object> records, String cursor) {}
}
