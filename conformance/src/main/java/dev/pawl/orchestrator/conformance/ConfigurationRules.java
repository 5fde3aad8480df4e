package dev.pawl.orchestrator.conformance;

import dev.pawl.orchestrator.provider.ProviderConfig;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The rules about the configuration.
final class ConfigurationRules {
    private static final String UNKNOWN = "?";
    private static final String WHERE = "the configuration";
    private static final int BATCH_MAX = 10_000;
    private static final int RETRIES_MAX = 20;

    /// An orchestration has 10 permits by default: a provider that needs more would never start.
    private static final int PERMITS_LEAST_MAX = 10;

    private final CheckedProvider subject;
    private final RuleViolations findings;

    ConfigurationRules(CheckedProvider subject, RuleViolations findings) {
        this.subject = subject;
        this.findings = findings;
    }

    /// Checks the rules, and returns the provider's id.
    String check() {
        ProviderConfig config;
        try {
            config = subject.make().config();
            ProviderConfig again = subject.make().config();
            if (!config.equals(again)) {
                findings.add(
                        ConformanceRule.MADE,
                        config.toString(),
                        again.toString(),
                        "a provider created again");
            }
        } catch (RuntimeException e) {
            findings.add(ConformanceRule.MADE, "a provider", e.toString(), "where it is created");
            return UNKNOWN;
        }
        independent(config.id(), config.dependencies());
        moderate(config);
        return config.id();
    }

    private void independent(String id, List<String> dependencies) {
        Set<String> seen = new HashSet<>();
        for (String each : dependencies) {
            if (each.equals(id)) {
                findings.add(
                        ConformanceRule.INDEPENDENT,
                        "other providers",
                        "'%s' itself".formatted(id),
                        deps(dependencies));
            } else if (!seen.add(each)) {
                findings.add(
                        ConformanceRule.INDEPENDENT,
                        "each provider once",
                        "'%s' twice".formatted(each),
                        deps(dependencies));
            }
        }
    }

    private static String deps(List<String> dependencies) {
        return "the dependencies " + dependencies;
    }

    private void moderate(ProviderConfig config) {
        if (config.batchSize() > BATCH_MAX) {
            immoderate("batches of at most %d items".formatted(BATCH_MAX), config.batchSize());
        }
        if (config.maxRetries() > RETRIES_MAX) {
            immoderate("at most %d retries".formatted(RETRIES_MAX), config.maxRetries());
        }
        if (config.terms().min() > PERMITS_LEAST_MAX) {
            immoderate(
                    "a minimum of at most %d permits".formatted(PERMITS_LEAST_MAX),
                    config.terms().min());
        }
    }

    private void immoderate(String expected, Object found) {
        findings.add(ConformanceRule.MODERATE, expected, found.toString(), WHERE);
    }
}
