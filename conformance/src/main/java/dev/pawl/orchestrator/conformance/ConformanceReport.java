package dev.pawl.orchestrator.conformance;

import java.util.List;
import java.util.stream.Collectors;

/// The result of a check, in the order of the rules.
///
/// @param provider the id of the provider, or "?" if it could not be created
/// @param findings the rules that are broken
/// @param unchecked the rules that could not be checked, because they build on these
public record ConformanceReport(
        String provider, List<RuleViolation> findings, List<ConformanceRule> unchecked) {
    public ConformanceReport {
        findings = List.copyOf(findings);
        unchecked = List.copyOf(unchecked);
    }

    /// Returns whether every rule was checked and kept.
    public boolean isClean() {
        return findings.isEmpty();
    }

    /// Throws an [AssertionError] with this report unless every rule is kept.
    public void requireClean() {
        if (!isClean()) throw new AssertionError(toString());
    }

    /// Returns the report as text.
    @Override
    public String toString() {
        if (isClean()) return "provider '%s' keeps all rules".formatted(provider);
        int broken = findings.size();
        String rules = broken == 1 ? "1 rule" : broken + " rules";
        StringBuilder text = new StringBuilder();
        text.append("provider '%s' breaks %s".formatted(provider, rules));
        for (RuleViolation each : findings) text.append("\n\n").append(each);
        if (!unchecked.isEmpty()) {
            String names =
                    unchecked.stream().map(ConformanceRule::name).collect(Collectors.joining(", "));
            text.append("\n\nnot checked, because they build on these: ").append(names);
        }
        return text.toString();
    }
}
