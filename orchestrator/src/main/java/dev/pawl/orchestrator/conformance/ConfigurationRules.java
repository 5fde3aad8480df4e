package dev.pawl.orchestrator.conformance;

import dev.pawl.orchestrator.provider.ProviderConfig;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// How a provider is configured.
final class ConfigurationRules {
    private static final String NOBODY = "?";
    private static final String WHERE = "the configuration";
    private static final int BATCH_MAX = 10_000;
    private static final int RETRIES_MAX = 20;
    private static final Duration DELAY_MAX = Duration.ofHours(1);

    /// An orchestration has 10 permits unless told: who needs more at least would never start.
    private static final int PERMITS_LEAST_MAX = 10;

    private final Subject subject;
    private final Findings findings;

    ConfigurationRules(Subject subject, Findings findings) {
        this.subject = subject;
        this.findings = findings;
    }

    /// Checks them and returns the provider's id.
    String check() {
        ProviderConfig config;
        try {
            config = subject.make().config();
            ProviderConfig again = subject.make().config();
            if (!config.equals(again)) {
                findings.add(
                        Rule.MADE, config.toString(), again.toString(), "a provider made again");
            }
        } catch (RuntimeException e) {
            findings.add(Rule.MADE, "a provider", e.toString(), "where it is made");
            return NOBODY;
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
                        Rule.INDEPENDENT,
                        "other providers",
                        "'%s' itself".formatted(id),
                        deps(dependencies));
            } else if (!seen.add(each)) {
                findings.add(
                        Rule.INDEPENDENT,
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
        if (config.retryDelay().compareTo(DELAY_MAX) > 0) {
            immoderate("a delay of at most " + DELAY_MAX, config.retryDelay());
        }
        if (config.terms().min() > PERMITS_LEAST_MAX) {
            immoderate(
                    "a minimum of at most %d permits".formatted(PERMITS_LEAST_MAX),
                    config.terms().min());
        }
    }

    private void immoderate(String expected, Object found) {
        findings.add(Rule.MODERATE, expected, found.toString(), WHERE);
    }
}
