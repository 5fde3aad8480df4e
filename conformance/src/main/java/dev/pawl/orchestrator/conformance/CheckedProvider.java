package dev.pawl.orchestrator.conformance;

import dev.pawl.engine.Host;
import dev.pawl.engine.Signal;
import dev.pawl.machine.OwnTables;
import dev.pawl.orchestrator.provider.Provider;
import dev.pawl.orchestrator.provider.TableQuery;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/// The provider to check, and the settings of the check.
///
/// @param items returns what the provider has written
/// @param broken records that cannot be used
/// @param repeats whether a cycle may contain an item more than once
/// @param interruptionTimeout how long an interrupted reading may take to end
record CheckedProvider(
        Supplier<? extends Provider<?, ?>> providers,
        CheckStores stores,
        Function<TableQuery, ? extends List<?>> items,
        List<OwnTables> tables,
        List<Object> broken,
        boolean repeats,
        Host host,
        Duration interruptionTimeout) {
    CheckedProvider {
        tables = List.copyOf(tables);
        broken = List.copyOf(broken);
    }

    /// Creates a provider. The cast is safe: its records go only to its own mapping and sink.
    @SuppressWarnings("unchecked")
    Provider<Object, Object> make() {
        return (Provider<Object, Object>) providers.get();
    }

    /// Lets other tasks of the host run first, which a host in virtual time needs now and then.
    void yieldToHost() throws InterruptedException {
        boolean raised = host.await(new Signal(), host.now());
        assert !raised;
    }
}
