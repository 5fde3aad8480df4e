package dev.pawl.orchestrator.conformance;

import dev.pawl.orchestrator.provider.MappedItem;
import dev.pawl.orchestrator.provider.PoisonItem;
import dev.pawl.orchestrator.provider.Provider;
import dev.pawl.orchestrator.provider.ReadOptions;
import dev.pawl.orchestrator.provider.RecordMapping;
import dev.pawl.orchestrator.provider.RequestGate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/// The first complete reading of a source, with which all later ones are compared.
///
/// @param provider the instance that read it
/// @param exact whether values can be compared, or URNs alone
record ReferenceReading(Provider<Object, Object> provider, Transcript transcript, boolean exact) {
    static final int RECORDS_MIN = 3;

    /// How the source is opened for the first time.
    static final ReadOptions START = new ReadOptions("", true, false, RequestGate.OPEN);

    /// How it is opened after a crash.
    static ReadOptions resuming(String cursor) {
        return new ReadOptions(cursor, false, false, RequestGate.OPEN);
    }

    List<ComparableRecord> comparable() {
        return transcript.comparable(exact);
    }

    int size() {
        return transcript.records().size();
    }

    String id() {
        return provider.id();
    }

    /// Returns the entries of all records that are not bad.
    List<MappedItem<Object>> entries() {
        RecordMapping<Object, Object> mapping = provider.mapping();
        List<MappedItem<Object>> entries = new ArrayList<>();
        for (Object each : transcript.records()) {
            try {
                entries.add(mapping.map(each));
            } catch (PoisonItem _) {
                // The orchestrator quarantines it; it is not an entry.
            }
        }
        return entries;
    }

    /// Returns the batch size that divides the sample into this many batches.
    int sizeOf(int batches) {
        return Math.max(1, Math.ceilDiv(size(), batches));
    }

    static int names(List<MappedItem<Object>> entries) {
        return new HashSet<>(entries.stream().map(MappedItem::urn).toList()).size();
    }
}
