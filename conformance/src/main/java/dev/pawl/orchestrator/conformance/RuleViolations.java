package dev.pawl.orchestrator.conformance;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What a check has found so far: the first case of each broken rule.
final class RuleViolations {
    private final Map<ConformanceRule, RuleViolation> broken = new EnumMap<>(ConformanceRule.class);
    private final Set<ConformanceRule> unchecked = EnumSet.noneOf(ConformanceRule.class);

    /// Returns whether every rule that this one builds on is kept; if not, marks it as unchecked.
    boolean allow(ConformanceRule rule) {
        for (ConformanceRule each : rule.needs()) {
            if (broken.containsKey(each) || !allow(each)) {
                unchecked.add(rule);
                return false;
            }
        }
        return true;
    }

    void add(ConformanceRule rule, String expected, String found, String where) {
        broken.putIfAbsent(rule, new RuleViolation(rule, expected, found, where));
    }

    void add(ConformanceRule rule, ListDifference difference, String where) {
        add(rule, difference.expected(), difference.found(), where);
    }

    boolean has(ConformanceRule rule) {
        return broken.containsKey(rule);
    }

    ConformanceReport report(String provider) {
        for (ConformanceRule each : ConformanceRule.values()) allow(each);
        unchecked.removeAll(broken.keySet());
        return new ConformanceReport(
                provider, List.copyOf(broken.values()), List.copyOf(unchecked));
    }
}
