package dev.pawl.orchestrator.conformance;

/// A broken rule: what was expected, what was found, and where.
///
/// It is the first case that was found; there may be more.
public record RuleViolation(ConformanceRule rule, String expected, String found, String where) {
    @Override
    public String toString() {
        return """
        %s: %s
            expected: %s
            found:    %s
            where:    %s\
        """
                .formatted(rule, rule.sentence(), expected, found, where);
    }
}
