package dev.pawl.orchestrator.broker;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/// How many permits each holder gets now, and how many it must return.
///
/// Holders are in alphabetical order; a holder whose number would be 0 is not included.
public record PermitPlan(Map<String, Integer> grants, Map<String, Integer> revocations) {
    /// The plan that changes nothing.
    public static final PermitPlan NOTHING = new PermitPlan(Map.of(), Map.of());

    public PermitPlan {
        grants = checked(grants);
        revocations = checked(revocations);
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
