package dev.pawl.orchestrator.conformance;

/// A rule that is broken: what was expected, what was found instead, and where.
///
/// It is the first case that was met; there may be others like it.
public record Finding(Rule rule, String expected, String found, String where) {
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
