package dev.pawl.orchestrator.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.pawl.engine.RealHost;
import dev.pawl.engine.store.MemoryStore;
import dev.pawl.orchestrator.broker.Terms;
import dev.pawl.orchestrator.provider.ProviderConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// How a provider is configured.
@Timeout(120)
final class ConfigurationRulesTest {
    private static final ProviderConfig CONFIG = ProviderConfig.of("pebbles", "numbers");

    @TempDir private Path directory;
    private Checking checking = new Checking(Path.of(""));

    @BeforeEach
    void place() {
        checking = new Checking(directory);
    }

    @Test
    void aNameThatIsNoneIsFound() throws Exception {
        Finding finding =
                checking.only(
                        Rule.MADE,
                        () -> Pebbles.sound().config(ProviderConfig.of("My Pebbles", "numbers")));
        assertThat(finding.found()).contains("small letters, digits and hyphens, not 'My Pebbles'");
    }

    @Test
    void aConfigurationThatDiffersFromTimeToTimeIsFound() throws Exception {
        AtomicInteger made = new AtomicInteger();
        Finding finding =
                checking.only(
                        Rule.MADE,
                        () -> Pebbles.sound().config(CONFIG.batches(made.incrementAndGet())));
        assertThat(finding.expected()).contains("batchSize=1");
        assertThat(finding.found()).contains("batchSize=2");
    }

    @Test
    void aProviderThatDependsOnItselfIsFound() throws Exception {
        Finding finding =
                checking.only(
                        Rule.INDEPENDENT,
                        () -> Pebbles.sound().config(CONFIG.after("stones", "pebbles")));
        assertThat(finding.found()).isEqualTo("'pebbles' itself");
    }

    @Test
    void aDependencyThatIsThereTwiceIsFound() throws Exception {
        Finding finding =
                checking.only(
                        Rule.INDEPENDENT,
                        () -> Pebbles.sound().config(CONFIG.after("stones", "stones")));
        assertThat(finding.found()).isEqualTo("'stones' twice");
    }

    @Test
    void whatIsBeyondReasonIsFound() {
        List<ProviderConfig> excesses =
                List.of(
                        CONFIG.batches(1_000_000),
                        CONFIG.retries(1_000, Duration.ofSeconds(1)),
                        CONFIG.retries(3, Duration.ofDays(1)),
                        CONFIG.terms(new Terms(0, 1, 50, 50)));
        List<String> expected =
                List.of(
                        "batches of at most 10000 items",
                        "at most 20 retries",
                        "a delay of at most PT1H",
                        "a minimum of at most 10 permits");
        for (int i = 0; i < excesses.size(); i++) {
            Findings findings = new Findings();
            Subject subject = subject(Pebbles.sound().config(excesses.get(i)));
            String id = new ConfigurationRules(subject, findings).check();
            assertThat(findings.report(id).findings())
                    .extracting(Finding::rule, Finding::expected)
                    .containsExactly(tuple(Rule.MODERATE, expected.get(i)));
        }
    }

    private static Subject subject(Pebbles pebbles) {
        return new Subject(
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
    void aBatchBeyondReasonIsFoundAndTheRestIsChecked() throws Exception {
        Pebbles pebbles = Pebbles.sound().config(CONFIG.batches(1_000_000));
        assertThat(checking.only(Rule.MODERATE, () -> pebbles).found()).isEqualTo("1000000");
    }
}
