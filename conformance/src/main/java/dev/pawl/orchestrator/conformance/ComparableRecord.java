package dev.pawl.orchestrator.conformance;

import dev.pawl.orchestrator.provider.MappedItem;
import dev.pawl.orchestrator.provider.PoisonItem;
import dev.pawl.orchestrator.provider.RecordMapping;
import org.jspecify.annotations.Nullable;

/// A record in comparable form: the entry that it maps to.
///
/// Records need not implement `equals`, so they are compared by their entries.
///
/// @param name the URN, or why there is none
/// @param value the value of the entry, or null if it is not compared
record ComparableRecord(String name, @Nullable Object value) {

    static ComparableRecord of(RecordMapping<Object, Object> mapping, Object record) {
        try {
            MappedItem<Object> entry = mapping.map(record);
            return new ComparableRecord(entry.urn(), entry.value());
        } catch (PoisonItem e) {
            return new ComparableRecord("bad: " + e.getMessage(), e.payload());
        } catch (RuntimeException e) {
            return new ComparableRecord(e.toString(), null);
        }
    }

    /// Returns the failure that ended a reading.
    static ComparableRecord of(Exception problem) {
        return new ComparableRecord(problem.toString(), null);
    }

    ComparableRecord nameOnly() {
        return new ComparableRecord(name, null);
    }

    @Override
    public String toString() {
        return value == null ? name : "%s (%s)".formatted(name, ReportText.brief(value));
    }
}
