package dev.pawl.orchestrator.conformance;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What a check has found so far: the first case of each rule that is broken.
final class Findings {
    private final Map<Rule, Finding> broken = new EnumMap<>(Rule.class);
    private final Set<Rule> unchecked = EnumSet.noneOf(Rule.class);

    /// Returns whether all that a rule builds on is kept; it is noted as unchecked if not.
    boolean allow(Rule rule) {
        for (Rule each : rule.needs()) {
            if (broken.containsKey(each) || !allow(each)) {
                unchecked.add(rule);
                return false;
            }
        }
        return true;
    }

    void add(Rule rule, String expected, String found, String where) {
        broken.putIfAbsent(rule, new Finding(rule, expected, found, where));
    }

    void add(Rule rule, Difference difference, String where) {
        add(rule, difference.expected(), difference.found(), where);
    }

    boolean has(Rule rule) {
        return broken.containsKey(rule);
    }

    Report report(String provider) {
        for (Rule each : Rule.values()) allow(each);
        unchecked.removeAll(broken.keySet());
        return new Report(provider, List.copyOf(broken.values()), List.copyOf(unchecked));
    }
}
