package dev.pawl.orchestrator.conformance;

import dev.pawl.orchestrator.provider.Entry;
import dev.pawl.orchestrator.provider.Mapping;
import dev.pawl.orchestrator.provider.PoisonItem;
import org.jspecify.annotations.Nullable;

/// A record as it can be compared: what its mapping makes of it.
///
/// Records need not be equal to each other to be the same, so they are known by their entries.
///
/// @param name the URN, or why there is none
/// @param value what is kept, or null if it does not count
record Told(String name, @Nullable Object value) {

    static Told of(Mapping<Object, Object> mapping, Object record) {
        try {
            Entry<Object> entry = mapping.map(record);
            return new Told(entry.urn(), entry.value());
        } catch (PoisonItem e) {
            return new Told("bad: " + e.getMessage(), e.payload());
        } catch (RuntimeException e) {
            return new Told(e.toString(), null);
        }
    }

    /// Returns what ended a reading before its end.
    static Told of(Exception problem) {
        return new Told(problem.toString(), null);
    }

    Told nameOnly() {
        return new Told(name, null);
    }

    @Override
    public String toString() {
        return value == null ? name : "%s (%s)".formatted(name, Words.brief(value));
    }
}
