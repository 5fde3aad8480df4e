package dev.pawl.orchestrator.conformance;

import dev.pawl.engine.Host;
import dev.pawl.engine.RealHost;
import dev.pawl.machine.OwnTables;
import dev.pawl.orchestrator.Asking;
import dev.pawl.orchestrator.provider.Provider;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/// A check of a provider, by itself and in an engine that dies, against all of [Rule].
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
/// The provider is made anew for each life, as processes do. Its source is read many times: give it
/// a sample of some ten or hundred records that stays as it is meanwhile. Values are compared by
/// `equals`, so they should be records.
///
/// In real time a check takes some 20 seconds, most of which is spent waiting for permits after
/// crashes; on a host in virtual time, as a task of it, it takes no longer than its work. A reading
/// that ignores its interruption is left behind on a thread of its own.
public final class Conformance {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Subject subject;

    private Conformance(Subject subject) {
        this.subject = subject;
    }

    /// Makes a check of what `provider` makes.
    ///
    /// @param stores stores with SQL, which the check fills
    /// @param items tells what the provider has written into a base, in an order of its own and
    ///   without times or numbers that differ from life to life
    public static Conformance of(
            Supplier<? extends Provider<?, ?>> provider,
            Stores stores,
            Function<Asking, ? extends List<?>> items) {
        return new Conformance(
                new Subject(
                        provider,
                        stores,
                        items,
                        List.of(),
                        List.of(),
                        false,
                        new RealHost(),
                        PATIENCE));
    }

    /// Returns this with the tables that the sink writes.
    public Conformance tables(OwnTables... tables) {
        return with(List.of(tables), subject.broken(), subject.repeats());
    }

    /// Returns this with records that the mapping must refuse; without any, only those that the
    /// source has are checked.
    public Conformance broken(Object... records) {
        return with(subject.tables(), List.of(records), subject.repeats());
    }

    /// Returns this for a source that may bring an item more than once in a cycle, as publishers
    /// with several documents do: then URNs need not be unique.
    public Conformance repeats() {
        return with(subject.tables(), subject.broken(), true);
    }

    private Conformance with(List<OwnTables> tables, List<Object> broken, boolean repeats) {
        return new Conformance(
                new Subject(
                        subject.providers(),
                        subject.stores(),
                        subject.items(),
                        tables,
                        broken,
                        repeats,
                        subject.host(),
                        subject.patience()));
    }

    /// Returns this with another host for the engine; the check must then be a task of it.
    public Conformance host(Host host) {
        return with(host, subject.patience());
    }

    /// Returns this with another bound, in real time, on how long an interrupted reading may take
    /// to end; 30 s unless told.
    public Conformance patience(Duration atMost) {
        return with(subject.host(), atMost);
    }

    private Conformance with(Host host, Duration patience) {
        return new Conformance(
                new Subject(
                        subject.providers(),
                        subject.stores(),
                        subject.items(),
                        subject.tables(),
                        subject.broken(),
                        subject.repeats(),
                        host,
                        patience));
    }

    /// Checks all rules and returns what was found. It needs stores that were not used before.
    public Report check() throws InterruptedException {
        return new Examination(subject).report();
    }

    /// Checks all rules, and throws an [AssertionError] that tells of every one that is broken.
    public void verify() throws InterruptedException {
        check().requireClean();
    }
}
