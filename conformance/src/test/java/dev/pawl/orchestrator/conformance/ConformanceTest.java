package dev.pawl.orchestrator.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.orchestrator.provider.ProviderConfig;
import dev.pawl.testkit.SimHost;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A whole check: of a valid provider and of a broken one.
@Timeout(300)
final class ConformanceTest {
    @TempDir private Path directory;

    @Test
    void acceptsAValidProvider() throws Exception {
        for (long seed = 0; seed < 3; seed++) {
            SimHost host = new SimHost(seed);
            CheckRunner checking = new CheckRunner(directory.resolve("seed-" + seed));
            ConformanceReport report =
                    host.call(() -> checking.conformance(PebbleProvider::valid).host(host).check());
            assertThat(report)
                    .as("seed %d", seed)
                    .hasToString("provider 'pebbles' keeps all rules");
            assertThat(report.isClean()).isTrue();
            assertThat(report.unchecked()).isEmpty();
        }
    }

    @Test
    @Tag("long")
    void acceptsItInRealTimeToo() throws Exception {
        ConformanceReport report =
                new CheckRunner(directory).conformance(PebbleProvider::valid).check();
        assertThat(report.findings()).as(report.toString()).isEmpty();
    }

    @Test
    void reportsEveryBrokenRuleWithWhatWasExpectedAndFound() {
        PebbleProvider self =
                PebbleProvider.valid()
                        .config(ProviderConfig.of("pebbles", "numbers").after("pebbles"))
                        .source(_ -> {
                            throw new IllegalStateException("the well is dry");
                        });
        assertThatThrownBy(() -> new CheckRunner(directory).conformance(() -> self).verify())
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith(
                        """
                        provider 'pebbles' breaks 2 rules

                        INDEPENDENT: it depends on others, not on itself, and on each of them once
                            expected: other providers
                            found:    'pebbles' itself
                            where:    the dependencies [pebbles]

                        READABLE: the source can be read from the start to the end
                            expected: the end of the source
                            found:    java.lang.IllegalStateException: the well is dry after 0 records
                            where:    a reading from the start, in chunks of 2

                        not checked, because they build on these: SAMPLED, BOUNDED,\
                        """);
    }
}
