package dev.pawl.orchestrator.conformance;

import dev.pawl.orchestrator.provider.Entry;
import dev.pawl.orchestrator.provider.Gate;
import dev.pawl.orchestrator.provider.Mapping;
import dev.pawl.orchestrator.provider.Opening;
import dev.pawl.orchestrator.provider.PoisonItem;
import dev.pawl.orchestrator.provider.Provider;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/// The first reading of a source from the beginning to the end: what all others are compared with.
///
/// @param provider the instance that read it
/// @param exact whether values can be compared, or URNs alone
record Sample(Provider<Object, Object> provider, Transcript transcript, boolean exact) {
    static final int RECORDS_MIN = 3;

    /// How the source is opened for the very first time.
    static final Opening BEGIN = new Opening("", true, false, Gate.OPEN);

    /// How it is opened after a crash.
    static Opening resuming(String cursor) {
        return new Opening(cursor, false, false, Gate.OPEN);
    }

    List<Told> told() {
        return transcript.told(exact);
    }

    int size() {
        return transcript.records().size();
    }

    String id() {
        return provider.id();
    }

    /// Returns the entries of all records that are not bad.
    List<Entry<Object>> entries() {
        Mapping<Object, Object> mapping = provider.mapping();
        List<Entry<Object>> entries = new ArrayList<>();
        for (Object each : transcript.records()) {
            try {
                entries.add(mapping.map(each));
            } catch (PoisonItem _) {
                // It is put aside by others, and is no entry here.
            }
        }
        return entries;
    }

    /// Returns how large a batch is if the sample makes so many.
    int sizeOf(int batches) {
        return Math.max(1, Math.ceilDiv(size(), batches));
    }

    static int names(List<Entry<Object>> entries) {
        return new HashSet<>(entries.stream().map(Entry::urn).toList()).size();
    }
}
