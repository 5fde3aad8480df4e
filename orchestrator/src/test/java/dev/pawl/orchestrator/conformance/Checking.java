package dev.pawl.orchestrator.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.store.SqliteStore;
import dev.pawl.testkit.SimHost;
import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// Checks pebbles in virtual time, over files below a directory.
record Checking(Path directory) {

    Conformance conformance(Supplier<Pebbles> pebbles) {
        return Conformance.of(
                        () -> pebbles.get().provider(),
                        name -> SqliteStore.open(directory.resolve(name)),
                        base ->
                                base.query(
                                        "select n from pebbles union all select n from heap"
                                                + " order by n",
                                        row -> row.number(1)))
                .tables(Pebbles.TABLES)
                .broken(Pebbles.BROKEN);
    }

    Report report(Supplier<Pebbles> pebbles) throws InterruptedException {
        return report(pebbles, conformance -> conformance);
    }

    Report report(Supplier<Pebbles> pebbles, UnaryOperator<Conformance> change)
            throws InterruptedException {
        SimHost host = new SimHost(0);
        Conformance chosen = conformance(pebbles).host(host);
        return host.call(() -> change.apply(chosen).check());
    }

    /// Returns the finding about a rule, which must be the only one.
    Finding only(Rule rule, Supplier<Pebbles> pebbles) throws InterruptedException {
        return only(rule, report(pebbles));
    }

    static Finding only(Rule rule, Report report) {
        assertThat(report.findings())
                .as(report.toString())
                .extracting(Finding::rule)
                .containsExactly(rule);
        return report.findings().getFirst();
    }
}
