package dev.pawl.orchestrator.conformance;

import dev.pawl.orchestrator.provider.Mapping;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a source gave in one reading, and what ended it if that was not its end.
record Transcript(Mapping<Object, Object> mapping, List<Leg> legs, @Nullable Exception problem) {
    Transcript {
        legs = List.copyOf(legs);
    }

    List<Object> records() {
        return legs.stream().flatMap(leg -> leg.records().stream()).toList();
    }

    /// Returns what became of the records, and the problem as the last of them.
    List<Told> told(boolean exact) {
        List<Told> all = new ArrayList<>();
        for (Object each : records()) {
            Told told = Told.of(mapping, each);
            all.add(exact ? told : told.nameOnly());
        }
        if (problem != null) all.add(Told.of(problem));
        return all;
    }

    /// A portion: its records, and the cursor that follows them.
    record Leg(List<Object> records, String cursor) {}
}
