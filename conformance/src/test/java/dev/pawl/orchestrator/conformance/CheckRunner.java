package dev.pawl.orchestrator.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.store.SqliteStore;
import dev.pawl.testkit.SimHost;
import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// Checks pebbles in virtual time, over files below a directory.
record CheckRunner(Path directory) {

    Conformance conformance(Supplier<PebbleProvider> pebbles) {
        return Conformance.of(
                        () -> pebbles.get().provider(),
                        name -> SqliteStore.open(directory.resolve(name)),
                        base ->
                                base.query(
                                        "select n from pebbles union all select n from heap"
                                                + " order by n",
                                        row -> row.number(1)))
                .tables(PebbleProvider.TABLES)
                .broken(PebbleProvider.BROKEN);
    }

    ConformanceReport report(Supplier<PebbleProvider> pebbles) throws InterruptedException {
        return report(pebbles, conformance -> conformance);
    }

    ConformanceReport report(Supplier<PebbleProvider> pebbles, UnaryOperator<Conformance> change)
            throws InterruptedException {
        SimHost host = new SimHost(0);
        Conformance chosen = conformance(pebbles).host(host);
        return host.call(() -> change.apply(chosen).check());
    }

    /// Returns the finding about a rule, which must be the only one.
    static RuleViolation only(ConformanceRule rule, ConformanceReport report) {
        assertThat(report.findings())
                .as(report.toString())
                .extracting(RuleViolation::rule)
                .containsExactly(rule);
        return report.findings().getFirst();
    }
}
