package dev.pawl.orchestrator.conformance;

import dev.pawl.engine.Host;
import dev.pawl.engine.RealHost;
import dev.pawl.machine.OwnTables;
import dev.pawl.orchestrator.provider.Provider;
import dev.pawl.orchestrator.provider.TableQuery;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/// Checks a provider, by itself and in an engine that crashes, against every [ConformanceRule].
///
/// ```java
/// Conformance.of(
///                 () -> PLANETS,
///                 name -> SqliteStore.open(home.resolve(name)),
///                 base -> base.query("select name from planets order by 1", row -> row.text(1)))
///         .tables(TABLES)
///         .broken("a line that is no planet")
///         .verify();
/// ```
///
/// Each simulated process creates its own provider. The source is read many times: give it a sample
/// of ten to a few hundred records that does not change meanwhile. Values are compared by `equals`,
/// so they should be records.
///
/// In real time a check takes about 20 seconds, most of it waiting for permits after crashes; as a
/// task of a host in virtual time it takes no longer than its work. A reading that ignores its
/// interruption is left behind on its own thread.
public final class Conformance {
    private static final Duration INTERRUPTION_TIMEOUT = Duration.ofSeconds(30);

    private final CheckedProvider subject;

    private Conformance(CheckedProvider subject) {
        this.subject = subject;
    }

    /// Creates a check of the provider that `provider` returns.
    ///
    /// @param stores SQL stores, which the check fills
    /// @param items returns what the provider has written, in a fixed order and without times or
    ///   numbers that differ between processes
    public static Conformance of(
            Supplier<? extends Provider<?, ?>> provider,
            CheckStores stores,
            Function<TableQuery, ? extends List<?>> items) {
        return new Conformance(
                new CheckedProvider(
                        provider,
                        stores,
                        items,
                        List.of(),
                        List.of(),
                        false,
                        new RealHost(),
                        INTERRUPTION_TIMEOUT));
    }

    /// Returns this with the tables that the sink writes.
    public Conformance tables(OwnTables... tables) {
        return with(List.of(tables), subject.broken(), subject.repeats());
    }

    /// Returns this with records that the mapping must refuse; without any, only records of the
    /// source are checked.
    public Conformance broken(Object... records) {
        return with(subject.tables(), List.of(records), subject.repeats());
    }

    /// Returns this for a source that may return an item more than once in a cycle, such as a
    /// publisher with several documents: then URNs need not be unique.
    public Conformance repeats() {
        return with(subject.tables(), subject.broken(), true);
    }

    private Conformance with(List<OwnTables> tables, List<Object> broken, boolean repeats) {
        return new Conformance(
                new CheckedProvider(
                        subject.providers(),
                        subject.stores(),
                        subject.items(),
                        tables,
                        broken,
                        repeats,
                        subject.host(),
                        subject.interruptionTimeout()));
    }

    /// Returns this with another host for the engine; the check must then run as a task of it.
    public Conformance host(Host host) {
        return with(host, subject.interruptionTimeout());
    }

    /// Returns this with another limit, in real time, on how long an interrupted reading may take
    /// to end (default: 30 s).
    public Conformance interruptionTimeout(Duration atMost) {
        return with(subject.host(), atMost);
    }

    private Conformance with(Host host, Duration interruptionTimeout) {
        return new Conformance(
                new CheckedProvider(
                        subject.providers(),
                        subject.stores(),
                        subject.items(),
                        subject.tables(),
                        subject.broken(),
                        subject.repeats(),
                        host,
                        interruptionTimeout));
    }

    /// Checks all rules, and returns the broken ones. It needs empty stores.
    public ConformanceReport check() throws InterruptedException {
        return new ConformanceCheck(subject).report();
    }

    /// Checks all rules, and throws an [AssertionError] that lists every broken one.
    public void verify() throws InterruptedException {
        check().requireClean();
    }
}
