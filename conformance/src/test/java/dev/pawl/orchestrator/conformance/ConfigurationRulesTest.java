package dev.pawl.orchestrator.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.pawl.engine.RealHost;
import dev.pawl.orchestrator.broker.PermitTerms;
import dev.pawl.orchestrator.provider.ProviderConfig;
import dev.pawl.testkit.memory.MemoryStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// The rules about the configuration.
final class ConfigurationRulesTest extends RuleTrial {
    private static final ProviderConfig CONFIG = ProviderConfig.of("pebbles", "numbers");

    @Test
    void findsAnInvalidId() throws Exception {
        RuleViolation finding =
                only(
                        ConformanceRule.MADE,
                        pebbles -> pebbles.config(ProviderConfig.of("My Pebbles", "numbers")));
        assertThat(finding.found()).contains("starting with a letter, found 'My Pebbles'");
    }

    @Test
    void findsAConfigurationThatDiffersEachTime() throws Exception {
        AtomicInteger made = new AtomicInteger();
        RuleViolation finding =
                only(
                        ConformanceRule.MADE,
                        pebbles -> pebbles.config(CONFIG.batches(made.incrementAndGet())));
        assertThat(finding.expected()).contains("batchSize=1");
        assertThat(finding.found()).contains("batchSize=2");
    }

    @Test
    void findsAProviderThatDependsOnItself() throws Exception {
        RuleViolation finding =
                only(
                        ConformanceRule.INDEPENDENT,
                        pebbles -> pebbles.config(CONFIG.after("stones", "pebbles")));
        assertThat(finding.found()).isEqualTo("'pebbles' itself");
    }

    @Test
    void findsADuplicateDependency() throws Exception {
        RuleViolation finding =
                only(
                        ConformanceRule.INDEPENDENT,
                        pebbles -> pebbles.config(CONFIG.after("stones", "stones")));
        assertThat(finding.found()).isEqualTo("'stones' twice");
    }

    @Test
    void findsValuesOutOfBounds() {
        List<ProviderConfig> excesses =
                List.of(
                        CONFIG.batches(1_000_000),
                        CONFIG.retries(1_000, Duration.ofSeconds(1)),
                        CONFIG.terms(new PermitTerms(0, 1, 50, 50)));
        List<String> expected =
                List.of(
                        "batches of at most 10000 items",
                        "at most 20 retries",
                        "a minimum of at most 10 permits");
        for (int i = 0; i < excesses.size(); i++) {
            RuleViolations findings = new RuleViolations();
            CheckedProvider subject = subject(PebbleProvider.valid().config(excesses.get(i)));
            String id = new ConfigurationRules(subject, findings).check();
            assertThat(findings.report(id).findings())
                    .extracting(RuleViolation::rule, RuleViolation::expected)
                    .containsExactly(tuple(ConformanceRule.MODERATE, expected.get(i)));
        }
    }

    private static CheckedProvider subject(PebbleProvider pebbles) {
        return new CheckedProvider(
                pebbles::provider,
                name -> new MemoryStore(),
                _ -> List.of(),
                List.of(),
                List.of(),
                false,
                new RealHost(),
                Duration.ZERO);
    }

    @Test
    void findsAHugeBatchAndChecksTheRest() throws Exception {
        assertThat(
                        only(
                                        ConformanceRule.MODERATE,
                                        pebbles -> pebbles.config(CONFIG.batches(1_000_000)))
                                .found())
                .isEqualTo("1000000");
    }
}
