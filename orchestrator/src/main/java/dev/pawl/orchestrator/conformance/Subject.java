package dev.pawl.orchestrator.conformance;

import dev.pawl.engine.Host;
import dev.pawl.engine.Signal;
import dev.pawl.machine.OwnTables;
import dev.pawl.orchestrator.Asking;
import dev.pawl.orchestrator.provider.Provider;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/// What is checked, and what it is checked with.
///
/// @param items tells what the provider has written into a base
/// @param broken records that cannot be used
/// @param repeats whether one cycle may bring an item more than once
/// @param patience how long an interrupted reading may take to end
record Subject(
        Supplier<? extends Provider<?, ?>> providers,
        Stores stores,
        Function<Asking, ? extends List<?>> items,
        List<OwnTables> tables,
        List<Object> broken,
        boolean repeats,
        Host host,
        Duration patience) {
    Subject {
        tables = List.copyOf(tables);
        broken = List.copyOf(broken);
    }

    /// Makes a provider. What its source gives goes to its own mapping and sink alone.
    @SuppressWarnings("unchecked")
    Provider<Object, Object> make() {
        return (Provider<Object, Object>) providers.get();
    }

    /// Lets other tasks of the host go first, which a host in virtual time wants now and then.
    void breathe() throws InterruptedException {
        boolean raised = host.await(new Signal(), host.now());
        assert !raised;
    }
}
