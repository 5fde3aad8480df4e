package dev.pawl.orchestrator.conformance;

import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What the tests of all rules share: each changes a valid provider so that it breaks one rule.
@Timeout(120)
abstract class RuleTrial {
    CheckRunner checking = new CheckRunner(Path.of(""));

    @BeforeEach
    void setUp(@TempDir Path directory) {
        checking = new CheckRunner(directory);
    }

    /// Returns the finding about a rule that the changed provider breaks, which must be the only
    /// one.
    final RuleViolation only(ConformanceRule rule, UnaryOperator<PebbleProvider> change)
            throws InterruptedException {
        return CheckRunner.only(rule, checking.report(() -> change.apply(PebbleProvider.valid())));
    }
}
