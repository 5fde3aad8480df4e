package dev.pawl.orchestrator.broker;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/// Who gets how many permits now, and who is asked to give back how many, by holder.
///
/// Holders are in alphabetical order, and nobody is in it with 0.
public record Plan(Map<String, Integer> grants, Map<String, Integer> revocations) {
    /// The plan that leaves everything as it is.
    public static final Plan NOTHING = new Plan(Map.of(), Map.of());

    public Plan {
        grants = checked(grants);
        revocations = checked(revocations);
    }

    /// Returns whether everything stays as it is.
    public boolean changesNothing() {
        return grants.isEmpty() && revocations.isEmpty();
    }

    private static Map<String, Integer> checked(Map<String, Integer> permits) {
        if (permits.isEmpty()) return Map.of();
        permits.forEach((holder, number) -> {
            if (number < 1) {
                throw new IllegalArgumentException(
                        "expected 1 permit or more for %s, found %d".formatted(holder, number));
            }
        });
        return Collections.unmodifiableMap(new TreeMap<>(permits));
    }
}
